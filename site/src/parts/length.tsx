import { isoDuration } from 'earshot/internal';
import { type SiteTranslate, useSite } from '../site-context.tsx';

/** How long an episode takes, in words: `2 h 55 min`. Nothing if it is unknown. */
export function Length({ seconds }: { seconds: number }) {
  const { t } = useSite();
  if (!(seconds > 0)) return null;
  return (
    <time className="site-length" dateTime={isoDuration(seconds)}>
      {lengthInWords(seconds, t)}
    </time>
  );
}

/** Whole minutes, because nobody plans by seconds. Less than a minute counts as one. */
export function lengthInWords(seconds: number, t: SiteTranslate): string {
  const total = Math.max(1, Math.round(seconds / 60));
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours === 0) return t('minutes', { minutes });
  return minutes === 0 ? t('hours', { hours }) : t('hours_minutes', { hours, minutes });
}
