import type { Waveform } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useState } from 'react';
import { useSite } from '../../site-context.tsx';

export const WAVE_HEIGHT_PX = 96;
const BAR_PX = 3;

/** Null until they are here, and if the server has none yet. */
export function usePeaks(episode_id: number): Waveform | null {
  const { client } = useSite();
  const [peaks, setPeaks] = useState<Waveform | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    client?.api
      .get<{ waveform: Waveform | null }>('episode_waveform', { episode_id }, controller.signal)
      .then(
        ({ waveform }) => setPeaks(waveform),
        () => {}, // marks can be made without the picture
      );
    return () => controller.abort();
  }, [client, episode_id]);
  return peaks;
}

/** Draws now and whenever the width or the colours change. Returns the end of that. */
export function drawAlways(canvas: HTMLCanvasElement, peaks: readonly number[]): () => void {
  const paint = () => draw(canvas, peaks);
  const scope = createScope();
  const size = new ResizeObserver(paint);
  size.observe(canvas);
  scope.add(() => size.disconnect());
  scope.listen(matchMedia('(prefers-color-scheme: dark)'), 'change', paint);
  return scope.dispose;
}

function draw(canvas: HTMLCanvasElement, peaks: readonly number[]): void {
  const { clientWidth: width } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = WAVE_HEIGHT_PX * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).color;
  const bars = Math.floor(width / BAR_PX);
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const height = Math.max(1, Math.max(...peaks.slice(from, to)) * WAVE_HEIGHT_PX);
    context.fillRect(bar * BAR_PX, (WAVE_HEIGHT_PX - height) / 2, BAR_PX - 1, height);
  }
}
