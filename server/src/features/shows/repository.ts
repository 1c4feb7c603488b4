import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

function selectShows(database: Database) {
  return database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .leftJoin('media as image', 'image.media_id', 'shows.image_id')
    .selectAll('shows')
    .select([
      'users.permalink as user_permalink',
      'image.sha256 as image_sha256',
      'image.extension as image_extension',
      sql<number>`(select count(*)::int from episodes e where e.show_id = shows.show_id)`.as(
        'episode_count',
      ),
    ]);
}

export type ShowRow = Awaited<ReturnType<typeof listShows>>[number];

export function listShows(database: Database, userId?: number) {
  const query = selectShows(database).orderBy('shows.show_id');
  return (userId === undefined ? query : query.where('shows.user_id', '=', userId)).execute();
}

export async function findShow(database: Database, showId: number): Promise<ShowRow | null> {
  const row = await selectShows(database).where('show_id', '=', showId).executeTakeFirst();
  return row ?? null;
}

export async function findShowByPermalink(
  database: Database,
  permalink: string,
): Promise<ShowRow | null> {
  const row = await selectShows(database)
    .where('shows.permalink', '=', permalink)
    .executeTakeFirst();
  return row ?? null;
}

export async function hasShows(database: Database): Promise<boolean> {
  const row = await database.selectFrom('shows').select('show_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
