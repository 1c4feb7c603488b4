const DAY_MS = 86_400_000;

/** `2026-11`. Null for anything else. */
export const readMonth = (text: string | null): string | null =>
  text !== null && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;

export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

/** The previous (-1) or next (1) month. */
export function nextMonth(month: string, by: -1 | 1): string {
  const date = startOf(month);
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthOf(date);
}

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** From a day before the month to a day after it, so that it is complete in every time zone. ISO 8601. */
export function rangeOf(month: string): { from: string; to: string } {
  const from = new Date(startOf(month).getTime() - DAY_MS);
  const to = new Date(startOf(nextMonth(month, 1)).getTime() + DAY_MS);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The weeks of a month from Monday on: days as `2026-11-30`, null outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const start = startOf(month);
  const before = (start.getUTCDay() + 6) % 7;
  const count = (startOf(nextMonth(month, 1)).getTime() - start.getTime()) / DAY_MS;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = 1; day <= count; day++) days.push(`${month}-${String(day).padStart(2, '0')}`);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The day of a time, in UTC or in the reader's zone. */
export function dayOf(moment: string, isHere: boolean): string {
  const date = new Date(moment);
  if (!isHere) return moment.slice(0, 10);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The same hour some days later, or earlier if `days` is negative: in UTC, or by the reader's clock, which may change. */
export function moveDays(moment: string, days: number, isHere: boolean): string {
  const date = new Date(moment);
  if (isHere) date.setDate(date.getDate() + days);
  else date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
}
