import type { FeatureDeps } from '../../feature.ts';

export const DAY_MS = 86_400_000;

/** The day (UTC) of a time: YYYY-MM-DD. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);

/** The first millisecond of a day. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Another day, e.g. -1 for the day before. */
export const addDays = (day: string, count: number): string => dayOf(startOf(day) + count * DAY_MS);

/** The time of the log's clock. */
export const nowOf = ({ numbersClock }: Pick<FeatureDeps, 'numbersClock'>): Date =>
  numbersClock?.() ?? new Date();
