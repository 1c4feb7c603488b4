import { Icon } from './icons.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** Goes to the previous or next episode; disabled if there is none. */
export function SkipButton({ to }: { to: 'prev' | 'next' }) {
  const player = usePlayer();
  const t = useTranslate();
  const isThere = usePlayerState(to === 'next' ? (s) => s.hasNext : (s) => s.hasPrev);
  return (
    <button
      type="button"
      className="es-button es-skip"
      aria-label={t(to === 'next' ? 'next' : 'previous')}
      disabled={!isThere}
      onClick={() => player?.[to]()}
    >
      <Icon name={to} />
    </button>
  );
}
