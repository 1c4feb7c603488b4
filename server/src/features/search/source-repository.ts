import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { IS_ACCOUNT } from '../users/users.ts';
import type { Source } from './documents.ts';

/** Users who can be found: those with an account or a show. */
export async function readUsers(database: Database, ids: readonly number[]): Promise<Source[]> {
  const rows = await database
    .selectFrom('users')
    .select(['user_id', 'permalink', 'name', 'description', 'created_at'])
    .select(
      sql<number>`(select coalesce(sum(score), 0)::real from show_popularity
        join shows using (show_id) where shows.user_id = users.user_id)`.as('popularity'),
    )
    .where(sql<boolean>`user_id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(${IS_ACCOUNT} or exists (
        select from shows where shows.user_id = users.user_id and shows.deleted_at is null))`,
    )
    .execute();
  return rows.map((row) => ({
    kind: 'user',
    id: row.user_id,
    ownerId: row.user_id,
    title: row.name,
    authors: [row.permalink],
    tags: [],
    categories: [],
    language: '',
    description: row.description,
    moment: row.created_at,
    popularity: row.popularity,
  }));
}

/** A show is as new as its newest episode. */
export async function readShows(database: Database, ids: readonly number[]): Promise<Source[]> {
  const rows = await database
    .selectFrom('shows')
    .leftJoin('show_popularity', 'show_popularity.show_id', 'shows.show_id')
    .select([
      'shows.show_id',
      'user_id',
      'title',
      'author',
      'description',
      'keywords',
      'categories',
      'language',
      sql<number>`coalesce(score, 0)`.as('popularity'),
      sql<Date>`coalesce(
        (select max(published_at) from episodes
          where episodes.show_id = shows.show_id and is_listed),
        created_at)`.as('moment'),
    ])
    .where(sql<boolean>`shows.show_id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    kind: 'show',
    id: row.show_id,
    ownerId: row.user_id,
    title: row.title,
    authors: [row.author],
    tags: row.keywords,
    categories: row.categories,
    language: row.language,
    description: row.description,
    moment: row.moment,
    popularity: row.popularity,
  }));
}

/** Episodes of public lists. Each also has the tags of its show. */
export async function readEpisodes(database: Database, ids: readonly number[]): Promise<Source[]> {
  const rows = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      'episode_id',
      'episodes.user_id',
      'episodes.title',
      'episodes.description',
      'tags',
      'published_at',
      'episodes.author as own_author',
      'shows.title as show_title',
      'shows.author',
      'keywords',
      'language',
    ])
    .where(sql<boolean>`episode_id = any(${ids})`)
    .where('is_listed', '=', true)
    .where('shows.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    kind: 'episode',
    id: row.episode_id,
    ownerId: row.user_id,
    title: row.title,
    authors: [row.show_title, row.author, row.own_author ?? ''],
    tags: [...row.tags, ...row.keywords],
    categories: [],
    language: row.language,
    description: row.description,
    moment: row.published_at ?? new Date(0),
    popularity: 0,
  }));
}

/** The shows of these episodes whose newest episode differs from the one in their documents. */
export async function findShowsOf(database: Database, episodeIds: readonly number[]) {
  const { rows } = await sql<{ show_id: number }>`
    select show_id from (
      select distinct show_id from episodes where episode_id = any(${episodeIds})
    ) as changed
    left join search_documents as document on kind = 'show' and id = show_id
    where moment is distinct from date_trunc('milliseconds',
      (select max(published_at) from episodes
        where episodes.show_id = changed.show_id and is_listed))`.execute(database);
  return rows.map(({ show_id }) => show_id);
}

/** The users of these shows. */
export async function findUsersOf(database: Database, showIds: readonly number[]) {
  const rows = await database
    .selectFrom('shows')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`show_id = any(${showIds})`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
