import type { TranscriptCue } from 'earshot/contract';
import { readClock, writeClock } from '../../studio/clock-time.ts';

/** A cue while it is edited. */
export interface CueRow {
  /** Identifies rows while they change. */
  key: number;
  /** As typed by the author: `1:02.5`. */
  start: string;
  end: string;
  speaker: string;
  text: string;
}

const NEW_S = 3;

export const toRows = (cues: readonly TranscriptCue[]): CueRow[] =>
  cues.map(({ starts_at, ends_at, speaker, text }, key) => ({
    key,
    start: writeClock(starts_at),
    end: writeClock(ends_at),
    speaker: speaker ?? '',
    text,
  }));

type CueProblem = 'start_wrong' | 'end_wrong' | 'end_early' | 'text_missing';

/** The reason why a cue cannot be saved. Null if it can. */
export function problemOf({ start, end, text }: CueRow): CueProblem | null {
  const [from, to] = [readClock(start), readClock(end)];
  if (from === null) return 'start_wrong';
  if (to === null) return 'end_wrong';
  if (to < from) return 'end_early';
  return text.trim() === '' ? 'text_missing' : null;
}

const startOf = ({ start }: CueRow) => readClock(start) ?? Number.POSITIVE_INFINITY;

export const inOrder = (rows: readonly CueRow[]): CueRow[] =>
  [...rows].sort((a, b) => (startOf(a) === startOf(b) ? 0 : startOf(a) - startOf(b)));

const nextKey = (rows: readonly CueRow[]) =>
  rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;

/** The rows after a change, and the key of the row to continue with. */
export interface Changed {
  rows: CueRow[];
  key: number;
}

/** A new cue after the one at `index`; -1 for the beginning. It fills the gap to the next one. */
export function insertAfter(rows: readonly CueRow[], index: number): Changed {
  const [before, after] = [rows[index], rows[index + 1]];
  const from = (before && readClock(before.end)) ?? 0;
  const limit = (after && readClock(after.start)) ?? Number.POSITIVE_INFINITY;
  const to = limit > from ? Math.min(limit, from + NEW_S) : from + NEW_S;
  const row: CueRow = {
    key: nextKey(rows),
    start: writeClock(from),
    end: writeClock(to),
    speaker: before?.speaker ?? '',
    text: '',
  };
  return { rows: rows.toSpliced(index + 1, 0, row), key: row.key };
}

/**
 * Splits a cue at a position in its text, and its time in the same proportion. Without such a position, between its
 * middle words.
 */
export function split(rows: readonly CueRow[], index: number, caret: number): Changed | null {
  const row = rows[index];
  if (!row) return null;
  const place = isInside(row.text, caret) ? caret : middleOf(row.text);
  const first = row.text.slice(0, place).trim();
  const second = row.text.slice(place).trim();
  if (first === '' || second === '') return null;
  const [from, to] = [readClock(row.start) ?? 0, readClock(row.end) ?? 0];
  const cut = writeClock(from + ((to - from) * place) / row.text.length);
  const key = nextKey(rows);
  const halves = [
    { ...row, end: cut, text: first },
    { ...row, key, start: cut, text: second },
  ];
  return { rows: rows.toSpliced(index, 1, ...halves), key };
}

const isInside = (text: string, caret: number) =>
  text.slice(0, caret).trim() !== '' && text.slice(caret).trim() !== '';

/** The space nearest to the middle. 0 if there is none. */
function middleOf(text: string): number {
  const spaces = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - text.length / 2);
  return spaces.reduce((best, at) => (distance(at) < distance(best) ? at : best), spaces[0] ?? 0);
}

export function joinNext(rows: readonly CueRow[], index: number): Changed | null {
  const [row, next] = [rows[index], rows[index + 1]];
  if (!row || !next) return null;
  const text = [row.text.trim(), next.text.trim()].filter(Boolean).join(' ');
  const whole = { ...row, end: next.end, speaker: row.speaker || next.speaker, text };
  return { rows: rows.toSpliced(index, 2, whole), key: row.key };
}

/** JSON of Podcasting 2.0. */
export const toDocument = (rows: readonly CueRow[]) => ({
  version: '1.0.0',
  segments: rows.map(({ start, end, speaker, text }) => ({
    ...(speaker.trim() === '' ? {} : { speaker: speaker.trim() }),
    startTime: readClock(start) ?? 0,
    endTime: readClock(end) ?? 0,
    body: text,
  })),
});
