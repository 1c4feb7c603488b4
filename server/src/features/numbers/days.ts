import type { FeatureDeps } from '../../feature.ts';
import { invalid } from '../../platform/http/refusal.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** The day (UTC) of a time: YYYY-MM-DD. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);

/** The first millisecond of a day. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * True for a day of the calendar. Years from 1000 to 8999, because PostgreSQL has no year 0, and the days of a year
 * before and after must have four digits too. Date.parse turns 30 February into March.
 */
export const isDay = (text: string): boolean =>
  /^[1-8]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(startOf(text)) &&
  dayOf(startOf(text)) === text;

/**
 * Reads a day (UTC): YYYY-MM-DD.
 * @param field named in the error
 * @throws Refusal
 */
export function readDay(text: string, field: string): string {
  if (!isDay(text)) throw invalid(field, 'day');
  return text;
}

/** Another day, e.g. -1 for the day before. */
export const addDays = (day: string, count: number): string => dayOf(startOf(day) + count * DAY_MS);

/** The days from the first to the last one, in order. */
export function listDays(first: string, last: string): string[] {
  const count = Math.max(0, (startOf(last) - startOf(first)) / DAY_MS + 1);
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** The first millisecond of the hour of a time. */
export const startOfHour = (time: Date | number): Date =>
  new Date(Math.floor(Number(time) / HOUR_MS) * HOUR_MS);

/** The time of the log's clock. */
export const nowOf = ({ numbersClock }: Pick<FeatureDeps, 'numbersClock'>): Date =>
  numbersClock?.() ?? new Date();
