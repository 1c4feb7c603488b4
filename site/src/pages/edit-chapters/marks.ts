import { readClock, writeClock } from '../../studio/clock-time.ts';
import type { MarkRow } from './mark-rows.ts';

/** A row in the form for the waveform. Times are in seconds. */
export interface Mark {
  key: number;
  at: number;
  /** Null if it is a point in time. */
  end: number | null;
  title: string;
}

/** The rows with readable times within the audio, in the order of creation, so that focus and a drag stay. */
export function toMarks(rows: readonly MarkRow[], duration: number): Mark[] {
  return [...rows]
    .sort((a, b) => a.key - b.key)
    .flatMap(({ key, time, length, title }) => {
      const at = readClock(time);
      if (at === null || at > duration) return [];
      const seconds = readClock(length);
      return [{ key, at, end: seconds === null ? null : Math.min(duration, at + seconds), title }];
    });
}

export type Edge = 'start' | 'end' | 'whole';

const SHORTEST_S = 1;

/** The row after one of its edges was moved to a second of the audio. */
export function moveMark(
  { at, end }: Mark,
  { edge, to, duration }: { edge: Edge; to: number; duration: number },
): Pick<MarkRow, 'time'> & Partial<Pick<MarkRow, 'length'>> {
  const limit = (seconds: number, low: number, high: number) =>
    Math.max(low, Math.min(high, seconds));
  if (end === null) return { time: writeClock(limit(to, 0, duration)) };
  if (edge === 'whole') return { time: writeClock(limit(to, 0, duration - (end - at))) };
  if (edge === 'end') {
    return {
      time: writeClock(at),
      length: writeClock(limit(to, at + SHORTEST_S, duration) - at),
    };
  }
  const start = limit(to, 0, end - SHORTEST_S);
  return { time: writeClock(start), length: writeClock(end - start) };
}
