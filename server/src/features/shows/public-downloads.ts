import type { CountingWindow } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Sums the downloads of shows whose authors show them to everybody: those of listed episodes, rounded down to two digits,
 * and below 100 to tens. So visitors cannot watch single downloads, and the stored pages of a show rarely change.
 * @param showId only this show
 */
export async function sumPublicDownloads(
  database: Database,
  { window, showId }: { window: CountingWindow; showId?: number },
): Promise<void> {
  await sql`
    update shows set public_downloads = figure
    from (
      select show_id, total / step * step as figure
      from (
        select shows.show_id, coalesce(sum(episode_days.downloads), 0)::bigint as total
        from shows
        left join episodes on episodes.show_id = shows.show_id and episodes.is_listed
        left join episode_days on episode_days.episode_id = episodes.episode_id
          and episode_days.counted_by = ${window}
        where shows.public_downloads is not null
          and (${showId ?? null}::integer is null or shows.show_id = ${showId ?? null})
        group by shows.show_id
      ) as totals
      cross join lateral (select (10 ^ greatest(length(total::text) - 2, 1))::bigint as step) as steps
    ) as figures
    where shows.show_id = figures.show_id and shows.public_downloads <> figure`.execute(database);
}
