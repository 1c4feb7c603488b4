import { Icon } from './icons.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

/** Goes to the episode before or after; disabled where there is none. */
export function SkipButton({ to }: { to: 'previous' | 'next' }) {
  const player = usePlayer();
  const t = useTranslate();
  const isThere = usePlayerState(to === 'next' ? (s) => s.has_next : (s) => s.has_prev);
  return (
    <button
      type="button"
      className="es-button es-skip"
      aria-label={t(to)}
      disabled={!isThere}
      onClick={() => player?.[to]()}
    >
      <Icon name={to} />
    </button>
  );
}
