import { createScope, formatDate } from 'earshot/internal';
import { useEffect, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';
import { relativeTime } from './relative-time.ts';

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
