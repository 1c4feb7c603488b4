import { bytesInWords, type HostDay, type HostNumbers } from 'earshot-site/contract';
import { Empty } from '../../parts/empty.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { Facts } from '../../studio/facts.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';
import { DayFigures } from './day-figures.tsx';
import { Rows } from './rows.tsx';

/** Days up to today. The server keeps no figures of shows for longer. */
export const HOST_PERIODS = [7, 30, 90] as const;

interface AdminNumbersProps {
  period: (typeof HOST_PERIODS)[number];
  numbers: HostNumbers;
}

/** The audio that this host sends, and its storage. */
export function Page({ period, numbers }: AdminNumbersProps) {
  const t = useTexts('hostNumbers');
  const words = useTexts('numbers');
  const number = useNumbers();
  const { days, before, lost_requests: lost } = numbers;
  const isEmpty = [...days, ...before].every(({ requests }) => requests === 0);
  return (
    <>
      <AdminHead part="admin-numbers" />
      <nav className="site-tabs" aria-label={words('period')}>
        {HOST_PERIODS.map((choice) => (
          <a
            key={choice}
            className="es-chip"
            href={`${studioPath('admin-numbers')}?days=${choice}`}
            aria-current={choice === period ? 'page' : undefined}
          >
            {words(`days_${choice}`)}
          </a>
        ))}
      </nav>
      {isEmpty ? (
        <Empty text={t('none')} />
      ) : (
        <>
          <Sums days={days} />
          {(['downloads', 'bytes', 'requests'] as const).map((field) => (
            <DayFigures key={field} field={field} days={days} before={before} />
          ))}
          <BusyShows shows={numbers.shows} />
          <Bots bots={numbers.bots} />
        </>
      )}
      {lost > 0 && <p>{t('lost', { count: number(lost) })}</p>}
      <Storage kinds={numbers.kinds} largest={numbers.largest} />
      <p className="es-hint">{t('method')}</p>
    </>
  );
}

function Sums({ days }: { days: readonly HostDay[] }) {
  const { t: site } = useSite();
  const t = useTexts('hostNumbers');
  const number = useNumbers();
  const percent = useNumbers({ style: 'percent', maximumFractionDigits: 1 });
  const sum = (field: Exclude<keyof HostDay, 'day'>) =>
    days.reduce((total, day) => total + day[field], 0);
  const share = (part: number, whole: number) => percent(whole === 0 ? 0 : part / whole);
  const [requests, bytes] = [sum('requests'), sum('bytes')];
  const facts = [
    [t('downloads'), number(sum('downloads'))],
    [t('bytes'), bytesInWords(bytes, site('date_locale'))],
    [t('requests'), number(requests)],
    [t('bot_requests'), share(sum('bot_requests'), requests)],
    [t('bot_bytes'), share(sum('bot_bytes'), bytes)],
  ] as const;
  return <Facts facts={facts} />;
}

function BusyShows({ shows }: Pick<HostNumbers, 'shows'>) {
  const t = useTexts('hostNumbers');
  const rows = shows.map(({ show_id, title, downloads, bytes }) => ({
    name: title,
    href: studioPath('show-numbers', { show_id }),
    figures: { downloads, bytes },
  }));
  return <Rows title={t('shows')} rows={rows} />;
}

function Bots({ bots }: Pick<HostNumbers, 'bots'>) {
  const t = useTexts('hostNumbers');
  const rows = bots.map(({ name, requests, bytes }) => ({ name, figures: { requests, bytes } }));
  return <Rows title={t('bots')} hint={t('bots_hint')} rows={rows} />;
}

function Storage({ kinds, largest }: Pick<HostNumbers, 'kinds' | 'largest'>) {
  const t = useTexts('hostNumbers');
  const ofKinds = kinds.map(({ kind, files, bytes }) => ({
    name: t(`kind_${kind}`),
    figures: { files, size: bytes },
  }));
  const ofShows = largest.map(({ show_id, title, files, bytes }) => ({
    name: title,
    href: studioPath('show-episodes', { show_id }),
    figures: { files, size: bytes },
  }));
  return (
    <>
      <Rows title={t('kinds')} rows={ofKinds} />
      <Rows title={t('largest')} rows={ofShows} />
    </>
  );
}
