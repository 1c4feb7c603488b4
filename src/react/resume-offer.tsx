import type { ReactNode } from 'react';
import { isNearPlace } from '../engine/rules/near-place.ts';
import { formatTime } from '../i18n/time.ts';
import { focusPlay } from './focus-play.ts';
import { Icon } from './icons.tsx';
import { RESTART_ICON, RESUME_ICON } from './more-icons.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/**
 * The alternative for an unfinished episode: its beginning, or the stored position if the listener is elsewhere now.
 */
export function ResumeOffer({ otherwise }: { otherwise?: ReactNode }) {
  const player = usePlayer();
  const t = useTranslate();
  const seconds = usePlayerState(({ state, resumeTime }) =>
    state === 'error' ? null : resumeTime,
  );
  const isThere = usePlayerState(
    ({ currentTime, resumeTime }) => resumeTime !== null && isNearPlace(currentTime, resumeTime),
  );
  if (seconds === null) return otherwise;
  return (
    <button
      type="button"
      className="es-resume"
      onClick={(event) => {
        focusPlay(event.currentTarget);
        if (isThere) player?.seek(0);
        player?.[isThere ? 'play' : 'resume']();
      }}
    >
      <Icon path={isThere ? RESTART_ICON : RESUME_ICON} />
      {isThere ? t('start_over') : t('resume_at', { time: formatTime(seconds) })}
    </button>
  );
}
