import { formatLength, useProgress, useTranslate } from 'earshot/react';
import { useSite } from '../site-context.tsx';

/** The listener's progress: a thin line and the remaining time, or a mark that the episode was played. */
export function Heard({ episodeId, duration }: { episodeId: number; duration: number }) {
  const { t } = useSite();
  const tPlayer = useTranslate();
  const progress = useProgress(episodeId);
  if (!progress) return null;
  const { played, position } = progress;
  const whole = progress.duration || duration;
  if (position === 0) return played ? <p className="site-heard">{t('played')}</p> : null;
  if (whole <= position) return null;
  return (
    <p className="site-heard">
      <span className="site-heard-rail">
        <span style={{ width: `${(position / whole) * 100}%` }} />
      </span>
      {t('length_left', { length: formatLength(whole - position, tPlayer) })}
    </p>
  );
}
