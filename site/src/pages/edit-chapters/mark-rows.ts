import type { AuthoredChapter, Episode, Soundbite } from 'earshot/contract';
import { readClock, writeClock } from '../../studio/clock-time.ts';

/** The kinds of marks on the waveform, named like the fields of the API. */
export const KINDS = ['chapters', 'soundbites', 'midrolls'] as const;
export type Kind = (typeof KINDS)[number];

/** A mark while it is edited. */
export interface MarkRow {
  /** Identifies rows of one kind while their times change. */
  key: number;
  /** As typed by the author: `1:02:03`, `62` or `62.5`. */
  time: string;
  /** As typed by the author. Only a soundbite has one. */
  length: string;
  /** An ad has none. */
  title: string;
  /** Fields of a chapter that the editor does not show. They do not change. */
  kept: Partial<Pick<AuthoredChapter, 'url' | 'image_url' | 'toc'>>;
}

export type MarkValues = Record<Kind, readonly MarkRow[]> & { preroll: boolean; postroll: boolean };

const SOUNDBITE_S = 30;
const GAP_S = 60;
const SHORTEST_S = 1;

const row = (key: number, seconds: number, fields: Partial<MarkRow> = {}): MarkRow => ({
  key,
  time: writeClock(seconds),
  length: '',
  title: '',
  kept: {},
  ...fields,
});

interface Marked {
  chapters: readonly AuthoredChapter[];
  episode: Pick<Episode, 'soundbites' | 'midrolls' | 'preroll' | 'postroll'>;
}

export function toValues({ chapters, episode }: Marked): MarkValues {
  const { soundbites = [], midrolls = [], preroll = true, postroll = false } = episode;
  return {
    chapters: chapters.map(({ starts_at, title, url, image_url, toc }, key) =>
      row(key, starts_at, { title, kept: { url, image_url, toc } }),
    ),
    soundbites: inOrder(
      soundbites.map(({ starts_at, duration, title }, key) =>
        row(key, starts_at, { title, length: writeClock(duration) }),
      ),
    ),
    midrolls: midrolls.map((at, key) => row(key, at)),
    preroll,
    postroll,
  };
}

/** The rows sorted by time. Unreadable times stay where they are, at the end. */
export function inOrder(rows: readonly MarkRow[]): MarkRow[] {
  const at = ({ time }: MarkRow) => readClock(time) ?? Number.POSITIVE_INFINITY;
  return [...rows].sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)));
}

const nextKey = (rows: readonly MarkRow[]) =>
  rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;

/** A removed row back among the others. A newer row may have its key. */
export function withRow(rows: readonly MarkRow[], removed: MarkRow): MarkRow[] {
  const isTaken = rows.some(({ key }) => key === removed.key);
  return inOrder([...rows, isTaken ? { ...removed, key: nextKey(rows) } : removed]);
}

/** A new mark among the others. @param duration of the audio in seconds; 0 if unknown */
export function withMark(
  kind: Kind,
  rows: readonly MarkRow[],
  { at, duration }: { at: number; duration: number },
): { rows: MarkRow[]; key: number } {
  const key = nextKey(rows);
  const left = duration > 0 ? Math.max(1, Math.min(SOUNDBITE_S, duration - at)) : SOUNDBITE_S;
  const fields = kind === 'soundbites' ? { length: writeClock(left) } : {};
  return { key, rows: inOrder([...rows, row(key, at, fields)]) };
}

/**
 * The position of the next mark: the current second if it is above 0 and free, otherwise one after the last mark, or in the
 * largest gap if the audio ends too soon. Two chapters at one time cannot be saved.
 */
export function nextPlace(
  kind: Kind,
  rows: readonly MarkRow[],
  { now, duration }: { now: number; duration: number },
): number {
  const end = duration > 0 ? duration : Number.POSITIVE_INFINITY;
  const times = inOrder(rows)
    .map(({ time }) => readClock(time))
    .filter((at) => at !== null && at < end) as number[];
  if (now > 0 && !times.includes(now)) return now;
  const last = times.at(-1);
  if (last === undefined) return kind === 'midrolls' ? Math.floor(duration / 2) : 0;
  if (last + GAP_S < end) return last + GAP_S;
  if (end - last > 2 * SHORTEST_S) return middle(last, end);
  const starts = times.map((at, index) => [at, times[index + 1] ?? end] as const);
  const [from, to] = starts.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a));
  return middle(from, to);
}

/** In whole seconds if there are any between. */
function middle(from: number, to: number): number {
  const exact = (from + to) / 2;
  const whole = Math.floor(exact);
  return whole > from ? whole : exact;
}

/** The payload for the API. Unreadable values are dropped; `wrongTimes` reports their rows before that. */
export const toChapters = (rows: readonly MarkRow[]) =>
  inOrder(rows).map(({ time, title, kept }) => ({
    starts_at: readClock(time) ?? undefined,
    title,
    ...kept,
  }));

export const toSoundbites = (rows: readonly MarkRow[]): Soundbite[] =>
  inOrder(rows).map(({ time, length, title }) => ({
    starts_at: readClock(time) ?? 0,
    duration: readClock(length) ?? 0,
    title,
  }));

export const toMidrolls = (rows: readonly MarkRow[]): number[] =>
  inOrder(rows).map(({ time }) => readClock(time) ?? 0);
