import { dayOf, startOf } from '../days.ts';
import { type CsvLine, readCsv } from './read-csv.ts';

/** The downloads of a day or a month, as another host has counted them. */
export interface HistoryFigure {
  /** The day, or the first day of the month: YYYY-MM-DD. */
  day: string;
  span: 'day' | 'month';
  /** The name of the episode at that host. Empty for the whole show. */
  episode: string;
  downloads: number;
}

/** A file that is no such table, with the reason in plain words. */
export class BadHistory extends Error {
  override readonly name = 'BadHistory';
}

type Moment = Pick<HistoryFigure, 'day' | 'span'>;

/** Accepted names of columns, the preferred ones first. Case, spaces, hyphens and underscores make no difference. */
export const HISTORY_COLUMNS = {
  day: ['day', 'date', 'month'],
  downloads: [
    ...['downloads', 'downloads count', 'download count', 'total downloads', 'all downloads'],
    ...['plays', 'plays count', 'total plays', 'listens'],
  ],
  episode: ['episode', 'episode title', 'title', 'episode name', 'name'],
} as const;

const LONGEST = 500; // characters of a name
const MOST = 1_000_000_000;

/**
 * Reads a table of downloads: with columns for the day and the downloads, and perhaps one for the episode, or with a
 * column for each day or month.
 * @param today figures of later days are refused
 * @throws BadHistory
 */
export function readHistory(text: string, today: string): HistoryFigure[] {
  const [head, ...lines] = readCsv(text) ?? refuse('A quote is not closed.');
  const names = (head?.values ?? []).map(plainName);
  const figures = new Map<string, HistoryFigure>();
  const readers = readersOf(names, head?.values ?? []);
  const episodeAt = find(names, 'episode');
  for (const line of lines) {
    if (isTotal(line)) continue;
    const episode = (line.values[episodeAt] ?? '').replaceAll('\0', '').slice(0, LONGEST);
    for (const { moment, downloadsAt } of readers(line)) {
      if (moment.day > today) refuse(`Line ${line.number}: ${moment.day} is in the future.`);
      const key = JSON.stringify([moment, episode]);
      const downloads = countOf(line, downloadsAt) + (figures.get(key)?.downloads ?? 0);
      if (downloads > MOST) refuse(`Line ${line.number}: ${downloads} downloads are too many.`);
      figures.set(key, { ...moment, episode, downloads });
    }
  }
  return [...figures.values()];
}

interface Place {
  moment: Moment;
  downloadsAt: number;
}

function readersOf(names: string[], head: string[]): (line: CsvLine) => Place[] {
  const [dayAt, downloadsAt] = [find(names, 'day'), find(names, 'downloads')];
  if (dayAt !== -1 && downloadsAt !== -1) {
    return (line) => {
      const text = line.values[dayAt] ?? '';
      const moment = momentOf(text) ?? refuse(`Line ${line.number}: "${short(text)}" is no day.`);
      return [{ moment, downloadsAt }];
    };
  }
  const places = head.flatMap((name, at) => {
    const moment = momentOf(name);
    return moment ? [{ moment, downloadsAt: at }] : [];
  });
  if (places.length > 0) return () => places;
  return refuse(
    `The first line must name a column "${dayAt === -1 ? 'day' : 'downloads'}". It names: ${short(head.join(', '))}.`,
  );
}

const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, ' ');

/** The place of a column. -1 if there is none. */
const find = (names: readonly string[], column: keyof typeof HISTORY_COLUMNS): number =>
  HISTORY_COLUMNS[column].map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1;

const isTotal = ({ values }: CsvLine): boolean => values.some((value) => /^totals?$/i.test(value));

function countOf({ number, values }: CsvLine, at: number): number {
  const text = values[at] ?? '';
  if (/^(\d+|\d{1,3}([,.\u00a0\u202f ']\d{3})+)$/.test(text))
    return Number(text.replace(/\D/g, ''));
  if (text === '' || text === '-') return 0;
  return refuse(`Line ${number}: "${short(text)}" is not a number of downloads.`);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `2026-01-31`, with or without a time, `2026-01`, `Jan 31, 2026`, `31 January 2026`, `January 2026`. Else null. */
function momentOf(text: string): Moment | null {
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ][\d:.]+ ?(?:UTC|Z|[+-]\d\d:?\d\d)?)?)?$/.exec(text);
  if (iso) return toMoment(iso[1], iso[2], iso[3]);
  const [, before, name = '', after, year] =
    /^(?:(\d{1,2}) )?([A-Za-z]{3,9})\.? (?:(\d{1,2}),? )?(\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : toMoment(year, String(month), before ?? after);
}

function toMoment(year = '', month = '', day?: string): Moment | null {
  const [mm, dd] = [month, day ?? '1'].map((number) => number.padStart(2, '0'));
  const text = `${year}-${mm}-${dd}`;
  const time = startOf(text);
  if (Number.isNaN(time) || dayOf(time) !== text) return null;
  return { day: text, span: day === undefined ? 'month' : 'day' };
}

const short = (text: string) => text.slice(0, 200);

function refuse(reason: string): never {
  throw new BadHistory(reason);
}
