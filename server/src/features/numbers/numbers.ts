import type { EpisodeNumbers, ShowNumbers, ShowTrend } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { addDays, dayOf, listDays } from './days.ts';
import { sumHistory } from './history/history-repository.ts';
import { METHOD, type Window } from './method.ts';
import * as repository from './repository.ts';

export { nowOf } from './days.ts';
export { getLatestDownloads } from './downloads-at-age.ts';
export { LatestDownloadsSchema, ShowTrendSchema } from './schema.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Days (UTC): YYYY-MM-DD. By default the last 30. */
export interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
}

export interface AskedNumbers extends AskedDays {
  window: Window;
  /** This server redirects requests for audio to the storage, which sends it. */
  isRedirected: boolean;
}

/**
 * The first and the last day.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export function readDays(asked: AskedDays, now: Date): { from: string; to: string } {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const until = addDays(from, MAX_DAYS - 1);
  if (to < from || to > until) throw invalid('to', 'day_between', { from, until });
  return { from, to };
}

/**
 * The downloads of a show by day, by episode and by their properties, from the stored figures.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export async function getShowNumbers(
  database: Database,
  showId: number,
  asked: AskedNumbers,
  now: Date,
): Promise<ShowNumbers> {
  const figures = { ...readDays(asked, now), window: asked.window };
  const stored = await repository.listShowDays(database, [showId], figures);
  const days = fill(figures, stored, { downloads: 0, listeners: 0 });
  const parts = await repository.sumParts(database, { show_id: showId }, figures);
  const episodes = await repository.sumByEpisode(database, showId, figures);
  const history = await sumHistory(database, { showId, ...figures });
  const basis = await basisOf(database, days, asked);
  const total = totalOf(days);
  return { method: METHOD, basis, ...figures, total, days, parts, episodes, history };
}

/**
 * The downloads of an episode by day and by their properties.
 * @throws Refusal like `getShowNumbers`
 */
export async function getEpisodeNumbers(
  database: Database,
  episodeId: number,
  asked: AskedNumbers,
  now: Date,
): Promise<EpisodeNumbers> {
  const figures = { ...readDays(asked, now), window: asked.window };
  const stored = await repository.listEpisodeDays(database, episodeId, figures);
  const days = fill(figures, stored, { downloads: 0 });
  const parts = await repository.sumParts(database, { episode_id: episodeId }, figures);
  const basis = await basisOf(database, days, asked);
  return { method: METHOD, basis, ...figures, total: totalOf(days), days, parts };
}

/** Redirects are a guess on days of which the log of the storage was not imported. */
async function basisOf(
  database: Database,
  days: readonly { day: string; downloads: number }[],
  { isRedirected }: AskedNumbers,
): Promise<'bytes' | 'redirects'> {
  const counted = days.filter(({ downloads }) => downloads > 0);
  const [from, to] = [counted[0]?.day, counted.at(-1)?.day];
  if (!isRedirected || !from || !to) return 'bytes';
  const imported = await repository.listImportedDays(database, { from, to });
  return counted.every(({ day }) => imported.has(day)) ? 'bytes' : 'redirects';
}

/** Every day of a period, in order. */
function fill<Figures>(
  { from, to }: repository.AskedDays,
  stored: readonly (Figures & { day: string })[],
  none: Figures,
): (Figures & { day: string })[] {
  const byDay = new Map(stored.map((row) => [row.day, row]));
  return listDays(from, to).map((day) => byDay.get(day) ?? { ...none, day });
}

const totalOf = (days: readonly { downloads: number }[]): number =>
  days.reduce((sum, { downloads }) => sum + downloads, 0);

const TREND_DAYS = 30;

/** The downloads of each show in the last 30 days, beside those of the 30 days before. */
export async function getTrends(
  database: Database,
  showIds: readonly number[],
  { window, now }: { window: Window; now: Date },
): Promise<Map<number, ShowTrend>> {
  const today = dayOf(now);
  const from = addDays(today, 1 - 2 * TREND_DAYS);
  const rows = await repository.listShowDays(database, showIds, { window, from, to: today });
  const counts = new Map(rows.map((row) => [`${row.show_id} ${row.day}`, row.downloads]));
  const trendOf = (showId: number): ShowTrend => {
    const countOf = (day: string) => counts.get(`${showId} ${day}`) ?? 0;
    const days = listDays(addDays(from, TREND_DAYS), today).map((day) => ({
      day,
      downloads: countOf(day),
      before: countOf(addDays(day, -TREND_DAYS)),
    }));
    return {
      total: totalOf(days),
      before: days.reduce((sum, { before }) => sum + before, 0),
      days,
    };
  };
  return new Map(showIds.map((showId) => [showId, trendOf(showId)]));
}
