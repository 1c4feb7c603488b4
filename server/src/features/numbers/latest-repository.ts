import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './log-store.ts';
import type { Window } from './method.ts';

/**
 * The newest published episodes of each show, the newest first, that were counted from their publication on: they have
 * been here since then, with their audio, and the host counted at that time. The log of the host began with its first
 * figure at the latest.
 */
export function listCounted(
  database: Database,
  { showIds, limit }: { showIds: readonly number[]; limit: number },
) {
  return database
    .selectFrom(
      sql<{ show_id: number }>`unnest(${showIds}::integer[])`.as<'shown'>(sql`shown (show_id)`),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('episodes')
          .select(['episode_id', 'title', sql<Date>`published_at`.as('published_at')])
          .whereRef('episodes.show_id', '=', 'shown.show_id')
          .where('is_listed', '=', true)
          .where('media_id', 'is not', null)
          .where(sql<boolean>`published_at >= (select min(hour) from download_hours)`)
          // An hour is the precision of the figures. Authors can also name an earlier time, and imports do.
          .where(sql<boolean>`created_at < published_at + interval '1 hour'`)
          .orderBy('published_at', 'desc')
          .orderBy('episode_id', 'desc')
          .limit(limit)
          .as('episode'),
      (join) => join.onTrue(),
    )
    .select(['shown.show_id', 'episode.episode_id', 'episode.title', 'episode.published_at'])
    .orderBy('episode.published_at', 'desc')
    .orderBy('episode.episode_id', 'desc')
    .execute();
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
