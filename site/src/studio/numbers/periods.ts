const DAY_MS = 86_400_000;
const DAYS_MAX = 366; // as the API has it

/** Days up to today that an author can look at with one press. */
export const PERIODS = [7, 30, 90, 365] as const;
type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

/** The days (UTC) that a page shows, and as many before them. Days are YYYY-MM-DD. */
export interface Range {
  from: string;
  to: string;
  before: { from: string; to: string };
  /** How many days there are from the first to the last. */
  days: number;
  /** The chosen number of days up to today. Null if the author has chosen both days. */
  period: Period | null;
  today: string;
  /** The days of a form that the page cannot show. It shows the default period instead. */
  refused: RefusedRange | null;
}

export interface RefusedRange {
  field: 'from' | 'to';
  reason: 'no_day' | 'future' | 'to_before_from' | 'too_many_days';
  /** As they were typed. */
  typed: { from: string; to: string };
}

/** The days that a query names: `days=7` up to today, or `from=2026-01-01&to=2026-01-31`. */
export function readRange(query: URLSearchParams, now: number): Range {
  const today = dayOf(now);
  const typed = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const isChosen = query.has('from') || query.has('to');
  const wrong = isChosen ? findFault(typed, today) : null;
  if (isChosen && !wrong) return rangeOf({ ...typed, today, period: null, refused: null });
  const period = PERIODS.find((days) => String(days) === query.get('days')) ?? DEFAULT_PERIOD;
  const refused = wrong && { ...wrong, typed };
  return rangeOf({ from: addDays(today, 1 - period), to: today, today, period, refused });
}

/** The query of a link to the same days on another page. */
export const rangeQuery = ({ period, from, to }: Pick<Range, 'period' | 'from' | 'to'>): string =>
  period ? `?days=${period}` : `?from=${from}&to=${to}`;

function rangeOf(range: Omit<Range, 'before' | 'days'>): Range {
  const { from, to } = range;
  const days = daysBetween(from, to);
  return { ...range, days, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

function findFault({ from, to }: RefusedRange['typed'], today: string): Fault | null {
  for (const [field, day] of [['from', from] as const, ['to', to] as const]) {
    if (!isDay(day)) return { field, reason: 'no_day' };
    if (day > today) return { field, reason: 'future' };
  }
  if (to < from) return { field: 'to', reason: 'to_before_from' };
  return daysBetween(from, to) > DAYS_MAX ? { field: 'to', reason: 'too_many_days' } : null;
}

type Fault = Omit<RefusedRange, 'typed'>;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const addDays = (day: string, count: number): string => dayOf(startOf(day) + count * DAY_MS);
const daysBetween = (from: string, to: string) => (startOf(to) - startOf(from)) / DAY_MS + 1;

/** Date.parse turns 30 February into March. Years from 2000 on, because the API has no days before the year 1000. */
const isDay = (text: string): boolean =>
  /^[2-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(startOf(text)) &&
  dayOf(startOf(text)) === text;
