import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { rowsInOrder } from '../../platform/database/rows-in-order.ts';
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
    ? sql`(document.moment, document.id) < (${publishedAt}::timestamptz, ${id}::integer)`
    : sql`true`;
  const tagged = await rowsInOrder(database, {
    as: 'document',
    columns: sql`document.id, document.moment`,
    table: sql`search_documents`,
    part: sql`document.kind = 'episode'`,
    condition: sql`document.tags @> array[${name}] and ${isAfter}`,
    limit: offset + limit,
  });
  const { rows } = await sql<{ id: number; moment: string }>`
    select document.id, to_char(document.moment at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from ${tagged}
    where exists (select from episodes join shows on shows.show_id = episodes.show_id
        where episodes.episode_id = document.id and ${isListed(viewer)})
    order by document.moment desc, document.id desc
    limit ${limit} offset ${offset}`.execute(database);
  return rows;
}
