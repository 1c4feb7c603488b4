import { SEEK_STEP_S, SKIP_BACK_S, SKIP_FORWARD_S } from '../contract/limits.ts';
import { formatTime, spokenTime } from '../i18n/time.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';
import { progressPercent } from './seek-geometry.ts';
import { usePosition } from './use-position.ts';
import { useSeekGesture } from './use-seek-gesture.ts';

const KEY_STEPS_S: Readonly<Record<string, number>> = {
  ArrowLeft: -SEEK_STEP_S,
  ArrowDown: -SEEK_STEP_S,
  ArrowRight: SEEK_STEP_S,
  ArrowUp: SEEK_STEP_S,
  PageDown: -SKIP_BACK_S,
  PageUp: SKIP_FORWARD_S,
};

/** Shows the position in the episode and lets the listener change it. Absent for a live episode. */
export function ProgressBar() {
  const player = usePlayer();
  const t = useTranslate();
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  const duration = usePlayerState((snapshot) => snapshot.duration);
  const currentTime = usePosition();
  const gesture = useSeekGesture(duration, (seconds) => player?.seek(seconds));
  if (isLive) return null;

  const shown = gesture.dragged ?? currentTime;
  return (
    <div
      className="es-progress"
      role="presentation"
      data-disabled={duration ? undefined : ''}
      {...gesture.handlers}
    >
      <Rail shown={shown} duration={duration} />
      <input
        type="range"
        className="es-range"
        min={0}
        max={duration || 1}
        step="any"
        value={shown}
        disabled={!duration}
        aria-label={t('seek')}
        aria-valuetext={t('position', {
          current: spokenTime(shown, t),
          duration: spokenTime(duration, t),
        })}
        onInput={({ currentTarget }) => {
          // Only keyboards and screen readers change the value. useSeekGesture handles pointers.
          if (!gesture.isHeld()) player?.seek(Number(currentTarget.value));
        }}
        onChange={() => {}}
        onKeyDown={(event) => {
          const step = KEY_STEPS_S[event.key];
          if (step === undefined) return;
          event.preventDefault();
          player?.seek(player.getCurrentTime() + step);
        }}
      />
      {gesture.pointed !== null && <Indicator seconds={gesture.pointed} duration={duration} />}
    </div>
  );
}

function Rail({ shown, duration }: { shown: number; duration: number }) {
  const buffered = usePlayerState((snapshot) => snapshot.bufferedEnd);
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  const starts = (chapters ?? []).map(({ starts_at }) => starts_at);
  const marks = starts.filter((start) => start > 0 && start < duration);
  return (
    <span className="es-rail">
      <span className="es-buffered" style={{ width: percent(buffered, duration) }} />
      <span className="es-played" style={{ width: percent(shown, duration) }} />
      {marks.map((start, n) => (
        <i
          key={start}
          className="es-mark"
          // The styles hide a mark that would be close to the previous one.
          style={
            {
              left: percent(start, duration),
              '--es-gap': percent(start - (marks[n - 1] ?? 0), duration),
            } as object
          }
        />
      ))}
      {duration > 0 && <span className="es-thumb" style={{ left: percent(shown, duration) }} />}
    </span>
  );
}

/** The time under the pointer and its chapter. */
function Indicator({ seconds, duration }: { seconds: number; duration: number }) {
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  const chapter = chapters?.findLast(({ starts_at }) => starts_at <= seconds);
  return (
    <span className="es-pointed" aria-hidden="true">
      <span style={{ left: percent(seconds, duration) }}>
        {formatTime(seconds)}
        {chapter?.title && <b dir="auto">{chapter.title}</b>}
      </span>
    </span>
  );
}

function percent(seconds: number, duration: number): string {
  return `${progressPercent(duration ? seconds / duration : 0)}%`;
}

export function CurrentTime() {
  const currentTime = usePlayerState((snapshot) => Math.floor(snapshot.currentTime));
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  return isLive ? null : <span className="es-time">{formatTime(currentTime)}</span>;
}

export function Duration() {
  const duration = usePlayerState((snapshot) => snapshot.duration);
  return duration ? <span className="es-time es-duration">{formatTime(duration)}</span> : null;
}

/** The name of the current chapter. */
export function ChapterTitle() {
  const title = usePlayerState(({ chapter }) => chapter?.title);
  const language = usePlayerState(({ episode }) => episode?.show_language);
  return title ? (
    <span dir="auto" className="es-chapter" lang={language}>
      {title}
    </span>
  ) : null;
}
