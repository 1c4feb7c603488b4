import type { Waveform, WaveformResolution } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useState } from 'react';
import { useSite } from '../../site-context.tsx';

export const WAVE_HEIGHT_PX = 96;
const BAR_PX = 3;

/** Null until they are loaded, and if the server has none yet. A finer picture replaces a coarse one. */
export function usePeaks(episode_id: number, resolution: WaveformResolution): Waveform | null {
  const { client } = useSite();
  const [peaks, setPeaks] = useState<Waveform | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    client?.api
      .get<{ waveform: Waveform | null }>(
        'episode_waveform',
        { episode_id, resolution },
        controller.signal,
      )
      .then(
        ({ waveform }) => waveform && setPeaks(waveform),
        () => {}, // marks work without the picture
      );
    return () => controller.abort();
  }, [client, episode_id, resolution]);
  return peaks;
}

interface Drawing {
  canvas: HTMLCanvasElement;
  /** The element that scrolls the sound behind the canvas. */
  view: HTMLElement;
  peaks: readonly number[];
  /** The width of the whole sound, in widths of the canvas. */
  zoom: number;
}

/** Draws now and whenever the width, the scrolling or the colours change. Returns the function that stops it. */
export function drawAlways(drawing: Drawing): () => void {
  const paint = () => draw(drawing);
  const scope = createScope();
  const size = new ResizeObserver(paint);
  size.observe(drawing.canvas);
  scope.add(() => size.disconnect());
  scope.listen(drawing.view, 'scroll', paint);
  scope.listen(matchMedia('(prefers-color-scheme: dark)'), 'change', paint);
  paint();
  return scope.dispose;
}

/** The canvas is as wide as the view, because no browser supports one for hours. It draws the visible part. */
function draw({ canvas, peaks, zoom }: Drawing): void {
  const { clientWidth: width, offsetLeft: start } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = WAVE_HEIGHT_PX * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).color;
  const bars = Math.floor((width * zoom) / BAR_PX);
  const end = Math.min(bars, Math.ceil((start + width) / BAR_PX));
  for (let bar = Math.floor(start / BAR_PX); bar < end; bar++) {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const height = Math.max(1, Math.max(...peaks.slice(from, to)) * WAVE_HEIGHT_PX);
    context.fillRect(bar * BAR_PX - start, (WAVE_HEIGHT_PX - height) / 2, BAR_PX - 1, height);
  }
}
