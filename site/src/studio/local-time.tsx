import { useEffect, useState } from 'react';
import { useSite } from '../site-context.tsx';

const HOUR = { hour: 'numeric', minute: '2-digit' } as const;
const DAY_AND_HOUR = { day: 'numeric', month: 'short', year: 'numeric', ...HOUR } as const;

interface LocalTimeProps {
  date: string;
  /** If the day is shown beside it. */
  hourOnly?: boolean;
  /** For a day that the reader plans with. */
  withWeekday?: boolean;
}

/**
 * Day and hour. The first render is in UTC, as on the server; later ones use the reader's own clock. Browsers and Node
 * may write a time in different ways: 07:09 and 7:09.
 */
export function LocalTime({ date, hourOnly = false, withWeekday = false }: LocalTimeProps) {
  const { t } = useSite();
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const format = new Intl.DateTimeFormat(t('date_locale'), {
    ...(hourOnly ? HOUR : DAY_AND_HOUR),
    ...(withWeekday ? { weekday: 'long' } : {}),
    ...(isHere ? {} : { timeZone: 'UTC' }),
  });
  return (
    <time dateTime={date} suppressHydrationWarning>
      {format.format(new Date(date))}
    </time>
  );
}
