import { readTime } from 'earshot/internal';

export type Moment =
  | { seconds: number | null; problem?: undefined }
  | { problem: 'wrong' | 'late' };

/** The moment that somebody has typed: `12:40`. Nothing typed means none. A length of 0 is not known. */
export function readMoment(text: string, duration: number): Moment {
  const typed = text.trim();
  if (typed === '') return { seconds: null };
  const seconds = readTime(typed);
  if (seconds === undefined) return { problem: 'wrong' };
  return duration > 0 && seconds > duration ? { problem: 'late' } : { seconds };
}
