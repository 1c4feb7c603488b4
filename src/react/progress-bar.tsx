import { useRef, useState } from 'react';
import { PROGRESS_FULL_ABOVE } from '../contract/limits.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

/** A fraction as percent with two decimals, full above 0.99 (spec 5). */
export function progressPercent(fraction: number): number {
  if (!(fraction > 0)) return 0;
  return fraction > PROGRESS_FULL_ABOVE ? 100 : Math.round(fraction * 10_000) / 100;
}

/** Where the episode is, and the way to move it. Nothing for a live episode. */
export function ProgressBar() {
  const player = usePlayer();
  const t = useTranslate();
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  const duration = usePlayerState((snapshot) => snapshot.duration);
  const currentTime = usePlayerState((snapshot) => snapshot.currentTime);
  const buffered = usePlayerState((snapshot) => snapshot.bufferedEnd);
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  // While the thumb is held the sound stays; it moves once, on release.
  const [dragged, setDragged] = useState<number | null>(null);
  const held = useRef<{ at: number | null } | null>(null);
  if (isLive) return null;

  const shown = dragged ?? currentTime;
  const percent = (seconds: number) => `${progressPercent(duration ? seconds / duration : 0)}%`;
  const moveTo = (seconds: number) => {
    if (!held.current) return player?.seek(seconds);
    held.current.at = seconds;
    return setDragged(seconds);
  };
  const letGo = () => {
    const at = held.current?.at ?? null;
    held.current = null;
    if (at !== null) player?.seek(at);
    setDragged(null);
  };

  return (
    <div className="es-progress" data-disabled={duration ? undefined : ''}>
      <span className="es-rail">
        <span className="es-buffered" style={{ width: percent(buffered) }} />
        <span className="es-played" style={{ width: percent(shown) }} />
        {chapters?.map(({ starts_at }) =>
          starts_at > 0 ? (
            <i key={starts_at} className="es-mark" style={{ left: percent(starts_at) }} />
          ) : null,
        )}
      </span>
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
          current: formatTime(shown),
          duration: formatTime(duration),
        })}
        onPointerDown={() => {
          held.current = { at: null };
        }}
        onInput={(event) => moveTo(Number(event.currentTarget.value))}
        onChange={() => {}}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={(event) => {
          const step = KEY_STEPS_S[event.key];
          if (step === undefined) return;
          event.preventDefault();
          player?.seek(currentTime + step);
        }}
      />
    </div>
  );
}

const KEY_STEPS_S: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

export function CurrentTime() {
  const currentTime = usePlayerState((snapshot) => Math.floor(snapshot.currentTime));
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  return isLive ? null : <span className="es-time">{formatTime(currentTime)}</span>;
}

export function Duration() {
  const duration = usePlayerState((snapshot) => snapshot.duration);
  return duration ? <span className="es-time">{formatTime(duration)}</span> : null;
}
