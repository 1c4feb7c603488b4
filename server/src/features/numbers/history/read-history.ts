import type { NewHistory } from 'earshot/contract';
import { isDay } from '../days.ts';
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

/** A line of the file without figures. The value is cut to 200 characters. */
export type UnreadableLine = NewHistory['unreadable'][number];

export interface ReadHistory {
  figures: HistoryFigure[];
  unreadable: UnreadableLine[];
}

type Fault = { kind: 'quote' } | { kind: 'column'; column: 'day' | 'downloads'; names: string };

/** A file that is no such table. Its message says why in plain words. */
export class BadHistory extends Error {
  override readonly name = 'BadHistory';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(
      fault.kind === 'quote'
        ? 'A quote is not closed.'
        : `The first line must name a column "${fault.column}". It names: ${fault.names}.`,
    );
    this.fault = fault;
  }
}

class BadLine extends Error {
  readonly reason: UnreadableLine['reason'];
  readonly value: string;

  constructor(reason: UnreadableLine['reason'], value: string) {
    super(reason);
    this.reason = reason;
    this.value = short(value);
  }
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
 * @param today later days are unreadable
 * @throws BadHistory
 */
export function readHistory(text: string, today: string): ReadHistory {
  const [head, ...lines] = readCsv(text) ?? refuse({ kind: 'quote' });
  const names = (head?.values ?? []).map(plainName);
  const placesOf = readersOf(names, head?.values ?? []);
  const episodeAt = find(names, 'episode');
  const figures = new Map<string, HistoryFigure>();
  const unreadable: UnreadableLine[] = [];
  for (const line of lines) {
    if (isTotal(line)) continue;
    const episode = (line.values[episodeAt] ?? '').replaceAll('\0', '').slice(0, LONGEST);
    try {
      for (const figure of figuresOf(line, placesOf(line), today)) {
        const key = JSON.stringify([figure.day, figure.span, episode]);
        const downloads = figure.downloads + (figures.get(key)?.downloads ?? 0);
        if (downloads > MOST) throw new BadLine('too_large', String(downloads));
        figures.set(key, { ...figure, episode, downloads });
      }
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      unreadable.push({ line: line.number, value: error.value, reason: error.reason });
    }
  }
  return { figures: [...figures.values()], unreadable };
}

/** All figures of a line, or none. */
function figuresOf(line: CsvLine, places: readonly Place[], today: string) {
  return places.map(({ moment, downloadsAt }) => {
    if (moment.day > today) throw new BadLine('future', moment.day);
    return { ...moment, downloads: countOf(line, downloadsAt) };
  });
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
      const moment = momentOf(text);
      if (!moment) throw new BadLine('no_day', text);
      return [{ moment, downloadsAt }];
    };
  }
  const places = head.flatMap((name, at) => {
    const moment = momentOf(name);
    return moment ? [{ moment, downloadsAt: at }] : [];
  });
  if (places.length > 0) return () => places;
  const column = dayAt === -1 ? 'day' : 'downloads';
  return refuse({ kind: 'column', column, names: short(head.join(', ')) });
}

const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, ' ');

/** The place of a column. -1 if there is none. */
const find = (names: readonly string[], column: keyof typeof HISTORY_COLUMNS): number =>
  HISTORY_COLUMNS[column].map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1;

const isTotal = ({ values }: CsvLine): boolean => values.some((value) => /^totals?$/i.test(value));

function countOf({ values }: CsvLine, at: number): number {
  const text = values[at] ?? '';
  if (text === '' || text === '-') return 0;
  if (!/^(\d+|\d{1,3}([,.\u00a0\u202f ']\d{3})+)$/.test(text)) throw new BadLine('no_count', text);
  const count = Number(text.replace(/\D/g, ''));
  if (count > MOST) throw new BadLine('too_large', text);
  return count;
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
  if (!isDay(text)) return null;
  return { day: text, span: day === undefined ? 'month' : 'day' };
}

const short = (text: string) => text.slice(0, 200);

function refuse(fault: Fault): never {
  throw new BadHistory(fault);
}
