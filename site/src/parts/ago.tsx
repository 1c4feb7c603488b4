import { createScope, formatDate } from 'earshot/internal';
import { useEffect, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

const REFRESH_MS = 60_000;

/**
 * How long ago something happened. The server's page is independent of the time, so it shows the day, and the browser
 * adds the rest. A page needs the texts `relativeTime` for it.
 */
export function Ago({ date }: { date: string }) {
  const { t: site } = useSite();
  const t = useTexts('relativeTime');
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const scope = createScope();
    const tick = () => {
      setNow(Date.now());
      scope.timeout(tick, REFRESH_MS);
    };
    tick();
    return scope.dispose;
  }, []);
  const day = formatDate(date, site('date_locale'));
  const { key, count = 0 } = relativeTime(((now ?? 0) - Date.parse(date)) / 1000);
  return (
    <time dateTime={date} title={day}>
      {now === null ? day : t(key, { count })}
    </time>
  );
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MONTH_D = 30;
const YEAR_D = 365;

type RelativeTime =
  | { key: 'seconds_ago' | 'minute_ago' | 'hour_ago' | 'day_ago'; count?: undefined }
  | { key: 'minutes_ago' | 'hours_ago' | 'days_ago' | 'months_ago' | 'years_ago'; count: number };

/** The words for a time this many seconds ago, as a key of the catalogue `relativeTime`. The future counts as now. */
export function relativeTime(seconds: number): RelativeTime {
  if (seconds < MINUTE_S) return { key: 'seconds_ago' };
  if (seconds < 2 * MINUTE_S) return { key: 'minute_ago' };
  const minutes = Math.floor(seconds / MINUTE_S);
  if (minutes < 45) return { key: 'minutes_ago', count: minutes };
  if (minutes < 90) return { key: 'hour_ago' };
  if (seconds < DAY_S) return { key: 'hours_ago', count: Math.round(seconds / HOUR_S) };
  const days = Math.floor(seconds / DAY_S);
  if (days < 2) return { key: 'day_ago' };
  if (days < MONTH_D) return { key: 'days_ago', count: days };
  if (days < YEAR_D) return { key: 'months_ago', count: Math.floor(days / MONTH_D) };
  return { key: 'years_ago', count: Math.floor(days / YEAR_D) };
}
