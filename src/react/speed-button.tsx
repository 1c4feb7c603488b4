import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

const SPEEDS = [1, 1.25, 1.5, 1.75, 2, 0.75] as const;

/** Switches to the next of the usual speeds, and from the last to the first. */
export function SpeedButton() {
  const player = usePlayer();
  const t = useTranslate();
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  if (isLive) return null;
  const next = SPEEDS[(SPEEDS.indexOf(rate as 1) + 1) % SPEEDS.length] ?? 1;
  const shown = `${`${rate}`.replace('.', t('decimal_sign'))}×`;

  return (
    <button
      type="button"
      className="es-button es-speed"
      aria-label={`${t('speed')} ${shown}`}
      onClick={() => player?.setPlaybackRate(next)}
    >
      {shown}
    </button>
  );
}
