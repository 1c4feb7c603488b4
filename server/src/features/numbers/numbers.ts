import type { ShowNumbers, ShowTrend } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { addDays, dayOf, startOf } from './days.ts';
import { DEFAULT_WINDOW, METHOD, type Window } from './method.ts';
import * as repository from './repository.ts';

export { nowOf } from './days.ts';
export { getLatestDownloads } from './latest-downloads.ts';
export { LatestDownloadsSchema, ShowTrendSchema } from './schema.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export interface AskedNumbers {
  showId: number;
  from?: string | undefined;
  to?: string | undefined;
  window?: Window | undefined;
}

/**
 * The downloads of a show by day and by episode, from the hourly figures.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export async function getNumbers(
  database: Database,
  { showId, window = DEFAULT_WINDOW, ...asked }: AskedNumbers,
  now: Date,
): Promise<ShowNumbers> {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const until = addDays(from, MAX_DAYS - 1);
  if (to < from || to > until) throw invalid('to', 'day_between', { from, until });
  const figures = {
    window,
    from: new Date(startOf(from)),
    to: new Date(startOf(addDays(to, 1))),
  };
  const counts = new Map(
    (await repository.sumByDay(database, [showId], figures)).map(({ day, downloads }) => [
      day,
      downloads,
    ]),
  );
  const days = daysOf(from, to).map((day) => ({ day, downloads: counts.get(day) ?? 0 }));
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  const episodes = await repository.sumByEpisode(database, showId, figures);
  return { method: METHOD, from, to, window, total, days, episodes };
}

/** The downloads of each show in the last 30 days, beside those of the 30 days before. */
export async function getTrends(
  database: Database,
  showIds: readonly number[],
  now: Date,
): Promise<Map<number, ShowTrend>> {
  const today = dayOf(now);
  const rows = await repository.sumByDay(database, showIds, {
    window: DEFAULT_WINDOW,
    from: new Date(startOf(addDays(today, 1 - 2 * DEFAULT_DAYS))),
    to: new Date(startOf(addDays(today, 1))),
  });
  const counts = new Map(
    rows.map(({ show_id, day, downloads }) => [`${show_id} ${day}`, downloads]),
  );
  const countOf = (showId: number, day: string) => counts.get(`${showId} ${day}`) ?? 0;
  return new Map(
    showIds.map((showId) => {
      const days = daysOf(addDays(today, 1 - DEFAULT_DAYS), today).map((day) => ({
        day,
        downloads: countOf(showId, day),
        before: countOf(showId, addDays(day, -DEFAULT_DAYS)),
      }));
      const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
      return [showId, { total, before: days.reduce((sum, { before }) => sum + before, 0), days }];
    }),
  );
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
