import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

function selectFromShows(database: Database) {
  return database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .leftJoin('media as image', 'image.media_id', 'shows.image_id');
}

const BRIEF = [
  'shows.show_id',
  'shows.user_id',
  'shows.title',
  'shows.permalink',
  'shows.author',
  'shows.language',
  'shows.categories',
  'shows.keywords',
  'shows.explicit',
  'shows.link_url',
  'users.permalink as user_permalink',
  'image.sha256 as image_sha256',
  'image.extension as image_extension',
] as const;

const FULL = [
  ...BRIEF,
  'shows.description',
  sql<number>`(select count(*)::int from episodes where episodes.show_id = shows.show_id)`.as(
    'episode_count',
  ),
] as const;

export type BriefRow = Awaited<ReturnType<typeof listBriefs>>[number];
export type ShowRow = Awaited<ReturnType<typeof listShows>>[number];

export interface ShowRange {
  /** Id of the last show of the page before; 0 for the first page. */
  after: number;
  limit: number;
  userId?: number | undefined;
}

function selectRange(database: Database, { after, limit, userId }: ShowRange) {
  const query = selectFromShows(database)
    .where('shows.show_id', '>', after)
    .orderBy('shows.show_id')
    .limit(limit);
  return userId === undefined ? query : query.where('shows.user_id', '=', userId);
}

export function listShows(database: Database, range: ShowRange) {
  return selectRange(database, range).select(FULL).execute();
}

export function listBriefs(database: Database, range: ShowRange) {
  return selectRange(database, range).select(BRIEF).execute();
}

export async function findShow(database: Database, showId: number): Promise<ShowRow | null> {
  const row = await selectFromShows(database)
    .select(FULL)
    .where('show_id', '=', showId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findShowByPermalink(
  database: Database,
  permalink: string,
): Promise<ShowRow | null> {
  const row = await selectFromShows(database)
    .select(FULL)
    .where('shows.permalink', '=', permalink)
    .executeTakeFirst();
  return row ?? null;
}

export async function hasShows(database: Database): Promise<boolean> {
  const row = await database.selectFrom('shows').select('show_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
