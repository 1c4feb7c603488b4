import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Action } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { writeClock } from '../../studio/clock-time.ts';
import type { Kind } from './mark-rows.ts';
import type { Edge, Mark } from './marks.ts';
import { drawAlways, usePeaks, WAVE_HEIGHT_PX } from './peaks.ts';
import { Playhead } from './playhead.tsx';
import { useZoom } from './use-zoom.ts';
import { ViewTimes } from './view-times.tsx';
import { keyStep } from './zoom.ts';

const START_PX = 8; // a press this close to the left edge means the start
const LARGE_STEP = 10; // times the usual one

interface WaveformProps {
  episodeId: number;
  /** Seconds. */
  duration: number;
  kind: Kind;
  marks: readonly Mark[];
  /** Marks of the other kinds. They are shown, but cannot be moved. */
  others: readonly Mark[];
  onAdd(seconds: number): void;
  onMove(mark: Mark, edge: Edge, seconds: number): void;
  onRemove(key: number): void;
}

/** The sound as a picture. A click adds a mark; it can be dragged, or moved and removed by keyboard. */
export function Waveform(props: WaveformProps) {
  const { episodeId, duration, kind, marks, others, onAdd } = props;
  const t = useTexts('studio');
  const canvas = useRef<HTMLCanvasElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const { frame, view, zoom, change, isWidest } = useZoom(duration);
  const peaks = usePeaks(episodeId, zoom > 1 ? 'detail' : 'overview');
  useEffect(() => {
    if (!canvas.current || !view.current || !peaks) return;
    return drawAlways({ canvas: canvas.current, view: view.current, peaks: peaks.peaks, zoom });
  }, [peaks, zoom, view]);

  const [secondsAt, drag, press] = useMoves(props, track, zoom);
  const left = (seconds: number) => `${(100 * seconds) / duration}%`;
  const slider = (mark: Mark, edge: Edge, at: number, label: string) => (
    <span
      key={`${mark.key} ${edge}`}
      role="slider"
      tabIndex={0}
      data-edge={edge}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={writeClock(at)}
      aria-keyshortcuts="Delete"
      style={{ insetInlineStart: left(at) }}
      onKeyDown={press(mark, edge, at)}
      {...drag(mark, edge)}
    />
  );
  const named = ({ key, title }: Mark) =>
    kind === 'midrolls'
      ? t('ad_mark', { number: marks.findIndex((mark) => mark.key === key) + 1 })
      : t('chapter_mark', {
          title: title || t(kind === 'chapters' ? 'untitled' : 'untitled_bite'),
        });

  return (
    <div ref={frame}>
      {/* Time runs from left to right in every language. */}
      <div
        ref={view}
        className="studio-wave"
        dir="ltr"
        data-kind={kind}
        style={zoom > 1 ? { overflowX: 'auto' } : {}}
      >
        <div ref={track} style={{ position: 'relative', width: `${100 * zoom}%` }}>
          <canvas
            ref={canvas}
            height={WAVE_HEIGHT_PX}
            style={{ position: 'sticky', left: 0, width: `${100 / zoom}%` }}
            onClick={(event) => onAdd(secondsAt(event))}
          />
          {others.map(({ at, end }) => (
            <i
              key={`${at} ${end}`}
              data-span={end === null ? undefined : ''}
              style={{
                insetInlineStart: left(at),
                width: end === null ? undefined : left(end - at),
              }}
            />
          ))}
          {marks.map((mark) =>
            mark.end === null ? (
              slider(mark, 'start', mark.at, named(mark))
            ) : (
              <span key={mark.key}>
                <b
                  style={{ insetInlineStart: left(mark.at), width: left(mark.end - mark.at) }}
                  {...drag(mark, 'whole')}
                />
                {slider(mark, 'start', mark.at, named(mark))}
                {slider(
                  mark,
                  'end',
                  mark.end,
                  t('bite_end', { title: mark.title || t('untitled_bite') }),
                )}
              </span>
            ),
          )}
          <Playhead {...{ episodeId, duration, zoom, view }} />
        </div>
      </div>
      <div className="studio-sound-head" style={{ marginTop: 'var(--es-space-2)' }}>
        <ZoomButton label={t('zoom_out')} isOff={zoom === 1} onPress={() => change(false)}>
          −
        </ZoomButton>
        <ZoomButton label={t('zoom_in')} isOff={isWidest} onPress={() => change(true)}>
          +
        </ZoomButton>
        <ViewTimes {...{ duration, zoom, view }} />
      </div>
    </div>
  );
}

/**
 * The seconds below a pointer, and how marks are dragged, and moved or removed by keys. A tuple, because names of properties
 * would cost the bytes that this part has left.
 */
function useMoves(
  { duration, onMove, onRemove }: WaveformProps,
  track: RefObject<HTMLElement | null>,
  zoom: number,
) {
  const secondsAt = ({ clientX }: { clientX: number }) => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    const x = clientX - left;
    if (x < START_PX) return 0;
    return Math.round(Math.min(1, x / width) * duration * 10) / 10;
  };
  /** Seconds between the pointer and the dragged edge. */
  const grip = useRef(0);
  const drag = (mark: Mark, edge: Edge) => ({
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = edge === 'whole' ? secondsAt(event) - mark.at : 0;
    },
    onPointerMove(event: PointerEvent) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      onMove(mark, edge, secondsAt(event) - grip.current);
    },
  });
  const press = (mark: Mark, edge: Edge, at: number) => (event: KeyboardEvent) => {
    const step = keyStep(zoom, duration) * (event.shiftKey ? LARGE_STEP : 1);
    const to = {
      ArrowLeft: at - step,
      ArrowDown: at - step,
      ArrowRight: at + step,
      ArrowUp: at + step,
      Home: 0,
      End: duration,
    }[event.key];
    const isRemoval = /^(Delete|Backspace)$/.test(event.key);
    if (to === undefined && !isRemoval) return;
    event.preventDefault();
    if (to === undefined) onRemove(mark.key);
    else moveInView(event.currentTarget, () => onMove(mark, edge, to));
  };

  return [secondsAt, drag, press] as const;
}

/** The mark stays in view while a key moves it. */
function moveInView(mark: Element, move: () => void): void {
  flushSync(move);
  mark.scrollIntoView({ block: 'nearest' });
}

interface ZoomButtonProps {
  label: string;
  isOff: boolean;
  onPress: () => void;
  children: string;
}

/** It keeps the focus when it is off, so that its keys keep working. */
function ZoomButton({ label, isOff, onPress, children }: ZoomButtonProps) {
  return (
    <Action aria-label={label} aria-disabled={isOff} onClick={onPress}>
      <span aria-hidden="true">{children}</span>
    </Action>
  );
}
