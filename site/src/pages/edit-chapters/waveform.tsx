import { createScope } from 'earshot/internal';
import { formatTime, usePlayer } from 'earshot/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../site-context.tsx';
import type { Kind } from './mark-rows.ts';
import type { Edge, Mark } from './marks.ts';
import { drawAlways, usePeaks, WAVE_HEIGHT_PX } from './peaks.ts';

const STEP_S = 1;
const LARGE_STEP_S = 10;
const LOOK_MS = 100;

export interface WaveformProps {
  episodeId: number;
  /** Seconds. */
  duration: number;
  kind: Kind;
  marks: readonly Mark[];
  /** Marks of the other kinds. They are shown and stay where they are. */
  others: readonly Mark[];
  onAdd(seconds: number): void;
  onMove(mark: Mark, edge: Edge, seconds: number): void;
  onRemove(key: number): void;
}

/** The sound as a picture. A click adds a mark; it can be dragged, or moved and removed by keyboard. */
export function Waveform(props: WaveformProps) {
  const { episodeId, duration, kind, marks, others, onAdd, onMove, onRemove } = props;
  const t = useTexts('studio');
  const canvas = useRef<HTMLCanvasElement>(null);
  const peaks = usePeaks(episodeId);
  useEffect(() => {
    if (canvas.current && peaks) return drawAlways(canvas.current, peaks.peaks);
  }, [peaks]);

  const secondsAt = ({ clientX }: { clientX: number }) => {
    const box = canvas.current?.getBoundingClientRect();
    const part = box && box.width > 0 ? (clientX - box.left) / box.width : 0;
    return Math.round(Math.min(1, Math.max(0, part)) * duration * 10) / 10;
  };
  /** Seconds between the pointer and the edge that it has caught. */
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
    const step = event.shiftKey ? LARGE_STEP_S : STEP_S;
    const to = {
      ArrowLeft: at - step,
      ArrowDown: at - step,
      ArrowRight: at + step,
      ArrowUp: at + step,
      Home: 0,
      End: duration,
    }[event.key];
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (to === undefined && !isRemoval) return;
    event.preventDefault();
    if (to === undefined) onRemove(mark.key);
    else onMove(mark, edge, to);
  };
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
      aria-valuetext={formatTime(at)}
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
    // Time runs from left to right in every language.
    <div className="studio-wave" dir="ltr" data-kind={kind}>
      <canvas ref={canvas} height={WAVE_HEIGHT_PX} onClick={(event) => onAdd(secondsAt(event))} />
      {others.map(({ at, end }) => (
        <i
          key={`${at} ${end}`}
          data-span={end === null ? undefined : ''}
          style={{ insetInlineStart: left(at), width: end === null ? undefined : left(end - at) }}
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
      <Playhead episodeId={episodeId} duration={duration} />
    </div>
  );
}

/** Where the episode plays. It is moved without a render: it moves ten times a second. */
function Playhead({ episodeId, duration }: Pick<WaveformProps, 'episodeId' | 'duration'>) {
  const player = usePlayer();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    const look = () => {
      if (!element.current) return;
      element.current.hidden = player.getSnapshot().currentId !== episodeId;
      element.current.style.insetInlineStart = `${(100 * player.getCurrentTime()) / duration}%`;
    };
    scope.add(player.subscribe(look));
    scope.interval(look, LOOK_MS);
    look();
    return scope.dispose;
  }, [player, episodeId, duration]);
  return <em ref={element} hidden />;
}
