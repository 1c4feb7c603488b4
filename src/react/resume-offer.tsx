import type { ReactNode } from 'react';
import { formatTime } from '../i18n/time.ts';
import { focusPlay } from './focus-play.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** Offers to continue at the position where the listener left the episode. */
export function ResumeOffer({ otherwise }: { otherwise?: ReactNode }) {
  const player = usePlayer();
  const t = useTranslate();
  const seconds = usePlayerState(({ state, resumeTime }) =>
    state === 'error' ? null : resumeTime,
  );
  if (seconds === null) return otherwise;
  return (
    <button
      type="button"
      className="es-resume"
      onClick={(event) => {
        focusPlay(event.currentTarget);
        player?.resume();
      }}
    >
      {t('resume_at', { time: formatTime(seconds) })}
    </button>
  );
}
