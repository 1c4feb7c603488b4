import { useProgress } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import { lengthInWords } from './length.tsx';

/** How far the listener has come: a thin line and the time that is left, or that the episode is played. */
export function Heard({ episodeId, duration }: { episodeId: number; duration: number }) {
  const { t } = useSite();
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
      {t('length_left', { length: lengthInWords(whole - position, t) })}
    </p>
  );
}
