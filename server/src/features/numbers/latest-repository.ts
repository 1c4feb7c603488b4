import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './log-store.ts';
import type { Window } from './method.ts';

interface CountedEpisode {
  show_id: number;
  episode_id: number;
  title: string;
  published_at: Date;
}

/**
 * The newest published episodes of each show, the newest first, that were counted from their publication on: they have
 * been here since then, with their audio, and the host counted at that time. The log of the host began with its first
 * figure at the latest.
 */
export async function listCounted(
  database: Database,
  { showIds, limit }: { showIds: readonly number[]; limit: number },
): Promise<CountedEpisode[]> {
  // An hour is the precision of the figures. Authors can also name an earlier time, and imports do.
  const { rows } = await sql<CountedEpisode>`
    select shown.show_id, episode.*
    from unnest(${showIds}::integer[]) as shown (show_id) cross join lateral (
      select episode_id, title, published_at from episodes
      where episodes.show_id = shown.show_id and is_listed and media_id is not null
        and published_at >= (select min(hour) from download_hours)
        and created_at < published_at + interval '1 hour'
      order by published_at desc, episode_id desc limit ${limit}) as episode
    order by published_at desc, episode_id desc`.execute(database);
  return rows;
}

/** The downloads of each period, in their order. */
export async function sumPeriods(
  database: Database,
  periods: readonly (Period & { episodeId: number })[],
  window: Window,
): Promise<number[]> {
  const { rows } = await sql<{ downloads: number }>`
    select coalesce(sum(downloads), 0)::integer as downloads
    from rows from (jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
        as ("episodeId" integer, "from" timestamptz, "to" timestamptz)) with ordinality
      as period ("episodeId", "from", "to", place)
    left join download_hours on episode_id = "episodeId" and counted_by = ${window}
      and hour >= "from" and hour < "to"
    group by place order by place`.execute(database);
  return rows.map(({ downloads }) => downloads);
}
