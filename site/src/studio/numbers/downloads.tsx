import type {
  EpisodeNumbers,
  HistoryFigure,
  NumbersPart,
  NumbersParts,
  ShowNumbers,
} from 'earshot/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { Facts } from '../facts.tsx';
import { DayPlot } from './day-plot.tsx';
import { DayTable } from './day-table.tsx';
import { FigureRows } from './figure-rows.tsx';
import type { Range } from './periods.ts';

export interface DownloadsProps {
  range: Range;
  numbers: ShowNumbers | EpisodeNumbers;
  /** The figures of as many days before the range. */
  before: Pick<EpisodeNumbers, 'total' | 'days'>;
}

/** The downloads of a show or an episode, beside those of the time before. */
export function Downloads({ range, numbers, before }: DownloadsProps) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const theirs = sumHistory('history' in numbers ? numbers.history : []);
  const days = numbers.days.map(({ day, downloads }, at) => ({
    day,
    downloads,
    before: before.days[at]?.downloads ?? 0,
    theirs: theirs.get(day)?.downloads ?? 0,
  }));
  const listeners = numbers.days.reduce(
    (sum, day) => sum + ('listeners' in day ? day.listeners : 0),
    0,
  );
  const facts: [name: string, value: string][] = [
    [t('downloads'), number(numbers.total)],
    [t('before', { count: range.days }), number(before.total)],
    [t('most'), number(Math.max(...days.map(({ downloads }) => downloads)))],
  ];
  if (listeners > 0) facts.push([t('listeners'), number(Math.round(listeners / days.length))]);
  return (
    <>
      <Facts facts={facts} />
      <h2>{t('by_day')}</h2>
      <DayPlot days={days} hosts={hostsOf(theirs)} />
      <DayTable days={days} name={t('downloads')} field="downloads" summary={t('as_table')} />
      <PartLists parts={numbers.parts} />
    </>
  );
}

/** The figures of days, by day. Figures of a month are left out, because they belong to no single day. */
function sumHistory(history: readonly HistoryFigure[]): Map<string, TheirDay> {
  const days = new Map<string, TheirDay>();
  for (const { day, span, host, downloads } of history) {
    if (span === 'month') continue;
    const one = days.get(day) ?? { downloads: 0, hosts: [] };
    days.set(day, { downloads: one.downloads + downloads, hosts: [...one.hosts, host] });
  }
  return days;
}

interface TheirDay {
  downloads: number;
  hosts: string[];
}

const hostsOf = (days: ReadonlyMap<string, TheirDay>): string =>
  [...new Set([...days.values()].flatMap(({ hosts }) => hosts))].join(', ');

const LISTED = 10;
const PROPERTIES = ['app', 'country', 'device', 'referrer', 'place'] as const;

const isPlace = (value: string) => value === 'site' || value === 'embed' || value === 'own';

/** The most frequent values of each property of which any value is known. */
function PartLists({ parts }: { parts: NumbersParts }) {
  const t = useTexts('numbers');
  const { t: site } = useSite();
  const countries = new Intl.DisplayNames(site('date_locale'), { type: 'region' });
  const nameOf = (property: keyof NumbersParts, value: string): string => {
    if (value === 'other') return t('other');
    if (property === 'place') return t(isPlace(value) ? value : 'other_programs');
    if (value === '') return t('unknown');
    return property === 'country' ? (countries.of(value) ?? value) : value;
  };
  const known = PROPERTIES.filter((property) =>
    parts[property].some(({ value }) => value !== '' && value !== 'other'),
  );
  return (
    <div className="studio-pair">
      {known.map((property) => (
        <FigureRows
          key={property}
          title={t(property)}
          level={3}
          rows={firstOf(parts[property]).map(({ value, downloads }) => ({
            name: nameOf(property, value),
            figure: downloads,
          }))}
        />
      ))}
    </div>
  );
}

/** The first ones, and the sum of all others as the last. */
function firstOf(parts: readonly NumbersPart[]): NumbersPart[] {
  const isOther = ({ value }: NumbersPart) => value === 'other';
  const named = parts.filter((part) => !isOther(part));
  const rest = [...named.slice(LISTED), ...parts.filter(isOther)];
  const downloads = rest.reduce((sum, part) => sum + part.downloads, 0);
  return [...named.slice(0, LISTED), ...(downloads > 0 ? [{ value: 'other', downloads }] : [])];
}
