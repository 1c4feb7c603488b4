/** Days up to today that an author can look at. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

/** The period that a query names, e.g. `days=7`. */
export const periodIn = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get('days')) ?? DEFAULT_PERIOD;

const DAY_MS = 86_400_000;

/** The day (UTC) so many days before a time: YYYY-MM-DD. */
export const dayBefore = (time: number, days: number): string =>
  new Date(time - days * DAY_MS).toISOString().slice(0, 10);
