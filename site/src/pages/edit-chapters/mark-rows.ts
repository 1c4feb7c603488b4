import type { AuthoredChapter, Episode, Soundbite } from 'earshot/contract';
import { readClock, writeClock } from '../../studio/clock.ts';

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

/** The position of the next mark if nothing is playing. */
export function nextPlace(kind: Kind, rows: readonly MarkRow[], duration: number): number {
  if (rows.length === 0) return kind === 'midrolls' ? Math.floor(duration / 2) : 0;
  const last = Math.max(...rows.map(({ time }) => readClock(time) ?? 0));
  return duration > 0
    ? Math.min(last + GAP_S, Math.max(0, Math.floor(duration) - 1))
    : last + GAP_S;
}

/** The payload for the API. Unreadable values are dropped; `wrongTimes` reports their rows before that. */
export const toChapters = (rows: readonly MarkRow[]) =>
  inOrder(rows).map(({ time, title, kept }) => ({
    starts_at: readClock(time) ?? undefined,
    title,
    url: null,
    image_url: null,
    toc: true,
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
