import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import type { ListRange } from '../../platform/http/list-page.ts';
import { isListed } from '../policy/policy.ts';

/** A position in a list that is ordered by publication, newest first, and then by id. */
export type Position = [publishedAt: string, episodeId: number];

/** Tags by their ids, unordered. */
export function findTags(database: Database, ids: readonly number[]) {
  return database
    .selectFrom('tags')
    .select(['tag_id', 'name', 'title', 'episode_count'])
    .where(sql<boolean>`tag_id = any(${ids})`)
    .execute();
}

/** The number of public episodes with a tag. */
export async function countEpisodes(database: Database, name: string): Promise<number> {
  const row = await database
    .selectFrom('tags')
    .select('episode_count')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.episode_count ?? 0;
}

interface TagRange extends ListRange<Position> {
  name: string;
  viewer?: Viewer | undefined;
}

/** The episodes with a tag, the newest first. */
export async function listEpisodeIds(
  database: Database,
  { name, after, offset, limit, viewer = ANONYMOUS }: TagRange,
) {
  const [publishedAt, id] = after ?? [];
  const isAfter = after
    ? sql`(tagged.moment, tagged.episode_id) < (${publishedAt}::timestamptz, ${id}::integer)`
    : sql`true`;
  const { rows } = await sql<{ id: number; moment: string }>`
    select tagged.episode_id as id, to_char(tagged.moment at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from tagged_episodes as tagged
    where tag = ${name} and ${isAfter}
      and exists (select from episodes join shows on shows.show_id = episodes.show_id
        where episodes.episode_id = tagged.episode_id and ${isListed(viewer)})
    order by tagged.moment desc, tagged.episode_id desc
    limit ${limit} offset ${offset}`.execute(database);
  return rows;
}
