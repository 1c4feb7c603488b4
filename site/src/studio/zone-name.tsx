import { useEffect, useState } from 'react';
import { useSite } from '../site-context.tsx';

/** Names the time zone of the times beside it. The first render is in UTC, as on the server. */
export function ZoneName() {
  const { t } = useSite();
  const language = t('date_locale');
  const [zone, setZone] = useState('UTC');
  useEffect(() => {
    const format = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' });
    const part = format.formatToParts().find(({ type }) => type === 'timeZoneName');
    if (part) setZone(part.value);
  }, [language]);
  return <span>({zone})</span>;
}
