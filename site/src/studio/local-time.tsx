import { useEffect, useState } from 'react';
import { useSite } from '../site-context.tsx';

const DAY_AND_HOUR = { dateStyle: 'medium', timeStyle: 'short' } as const;
const HOUR = { timeStyle: 'short' } as const;

export interface LocalTimeProps {
  date: string;
  /** Where the day stands beside it. */
  hourOnly?: boolean;
}

/** Day and hour. The first render is in UTC, as on the server; then the reader's own clock counts. */
export function LocalTime({ date, hourOnly = false }: LocalTimeProps) {
  const { config, t } = useSite();
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const language = isHere ? config.API_CULTURE : t('date_locale');
  const format = new Intl.DateTimeFormat(language, {
    ...(hourOnly ? HOUR : DAY_AND_HOUR),
    ...(isHere ? {} : { timeZone: 'UTC' }),
  });
  return <time dateTime={date}>{format.format(new Date(date))}</time>;
}
