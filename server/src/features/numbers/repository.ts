import type { NumbersParts } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Window } from './method.ts';

export interface AskedDays {
  window: Window;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
}

/** The days (UTC) of shows with downloads. */
export async function listShowDays(
  database: Database,
  showIds: readonly number[],
  { window, from, to }: AskedDays,
) {
  if (showIds.length === 0) return [];
  return database
    .selectFrom('show_days')
    .select(['show_id', sql<string>`day::text`.as('day'), 'downloads', 'listeners'])
    .where('show_id', 'in', showIds)
    .where('counted_by', '=', window)
    .where((row) => row.between('day', from, to))
    .execute();
}

/** The days of an episode with downloads. */
export function listEpisodeDays(
  database: Database,
  episodeId: number,
  { window, from, to }: AskedDays,
) {
  return database
    .selectFrom('episode_days')
    .select([sql<string>`day::text`.as('day'), 'downloads'])
    .where('episode_id', '=', episodeId)
    .where('counted_by', '=', window)
    .where((row) => row.between('day', from, to))
    .execute();
}

/** The days (UTC) of which the log of another server was imported. */
export async function listImportedDays(
  database: Database,
  { from, to }: Pick<AskedDays, 'from' | 'to'>,
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('imported_days')
    .select(sql<string>`day::text`.as('text'))
    .where((row) => row.between('day', from, to))
    .execute();
  return new Set(rows.map(({ text }) => text));
}

/** The episodes of a show with downloads, those with the most first. Deleted ones are left out. */
export function sumByEpisode(database: Database, showId: number, { window, from, to }: AskedDays) {
  return database
    .selectFrom('episode_days')
    .innerJoin('episodes', 'episodes.episode_id', 'episode_days.episode_id')
    .select(['episodes.episode_id', 'episodes.title'])
    .select(sql<number>`sum(downloads)::integer`.as('downloads'))
    .where('episodes.show_id', '=', showId)
    .where('episodes.deleted_at', 'is', null)
    .where('counted_by', '=', window)
    .where((row) => row.between('day', from, to))
    .groupBy('episodes.episode_id')
    .orderBy('downloads', 'desc')
    .orderBy('episodes.episode_id')
    .execute();
}

/** The downloads of a show or an episode by their properties, the most frequent values first. */
export async function sumParts(
  database: Database,
  of: { show_id: number } | { episode_id: number },
  { window, from, to }: AskedDays,
): Promise<NumbersParts> {
  const days =
    'show_id' in of
      ? sql`show_days where show_id = ${of.show_id}`
      : sql`episode_days where episode_id = ${of.episode_id}`;
  const { rows } = await sql<{ property: keyof NumbersParts; value: string; downloads: number }>`
    select property, value, sum(count::integer)::integer as downloads
    from (select parts from ${days} and counted_by = ${window} and day between ${from} and ${to}) as days,
      jsonb_each(parts) as properties (property, counts), jsonb_each_text(counts) as part (value, count)
    group by property, value order by downloads desc, value`.execute(database);
  const parts: NumbersParts = { app: [], device: [], country: [], referrer: [], place: [] };
  for (const { property, ...part } of rows) parts[property].push(part);
  return parts;
}
