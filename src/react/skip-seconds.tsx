import { SKIP_BACK_S, SKIP_FORWARD_S } from '../contract/limits.ts';
import { Icon } from './icons.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** Moves back 15 or forward 30 seconds. Disabled if seeking is impossible, as in a live episode. */
export function SkipSecondsButton({ to }: { to: 'back' | 'forward' }) {
  const player = usePlayer();
  const t = useTranslate();
  const isSeekable = usePlayerState(({ duration }) => duration > 0);
  const isBack = to === 'back';
  const seconds = isBack ? SKIP_BACK_S : SKIP_FORWARD_S;
  return (
    <button
      type="button"
      className="es-button es-seconds"
      aria-label={t(isBack ? 'skip_back' : 'skip_forward', { seconds })}
      disabled={!isSeekable}
      onClick={() => player?.seek(player.getCurrentTime() + (isBack ? -seconds : seconds))}
    >
      <Icon name={to} number={seconds} />
    </button>
  );
}
