import { readTime } from 'earshot/internal';

export type Moment =
  | { seconds: number | null; problem?: undefined }
  | { problem: 'wrong' | 'late' };

/** A typed time: `12:40`. Empty means none. A length of 0 is unknown. */
export function readMoment(text: string, duration: number): Moment {
  const typed = text.trim();
  if (typed === '') return { seconds: null };
  const seconds = readTime(typed);
  if (seconds === undefined) return { problem: 'wrong' };
  return duration > 0 && seconds > duration ? { problem: 'late' } : { seconds };
}
