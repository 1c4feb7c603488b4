import type { ShowTrend } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { addDays, dayOf } from './days.ts';
import type { Window } from './method.ts';
import { listShowDays } from './repository.ts';

const TREND_DAYS = 30;

/** The downloads of each show in the last 30 days, beside those of the 30 days before. */
export async function getTrends(
  database: Database,
  showIds: readonly number[],
  { window, now }: { window: Window; now: Date },
): Promise<Map<number, ShowTrend>> {
  const today = dayOf(now);
  const from = addDays(today, 1 - 2 * TREND_DAYS);
  const rows = await listShowDays(database, showIds, { window, from, to: today });
  const counts = new Map(rows.map((row) => [`${row.show_id} ${row.day}`, row.downloads]));
  const trendOf = (showId: number): ShowTrend => {
    const countOf = (day: string) => counts.get(`${showId} ${day}`) ?? 0;
    const days = Array.from({ length: TREND_DAYS }, (_, place) => {
      const day = addDays(from, TREND_DAYS + place);
      return { day, downloads: countOf(day), before: countOf(addDays(day, -TREND_DAYS)) };
    });
    const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
    return { total, before: days.reduce((sum, { before }) => sum + before, 0), days };
  };
  return new Map(showIds.map((showId) => [showId, trendOf(showId)]));
}
