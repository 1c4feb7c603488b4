import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isListed, isShowListed } from '../policy/policy.ts';

const VISITOR = { userId: null, isAdmin: false };

/** Ids after `after`, up to and including `last`. */
export interface IdSpan {
  after: number;
  last: number;
}

/** A page, by the names in its address. */
export interface ListedPage {
  id: number;
  permalink: string;
  /** The name of the author, in the address of an episode. */
  author: string;
  changed: Date | null;
}

/** The kinds of pages with many rows. */
export const KINDS = ['shows', 'episodes', 'people'] as const;
export type Kind = (typeof KINDS)[number];

/** Authors of shows. Other members are not announced to search engines. */
const isAuthor = sql<boolean>`(users.deleted_at is null and exists (
  select from shows where shows.user_id = users.user_id and ${isShowListed(VISITOR)}))`;

const SOURCES = {
  shows: sql`select show_id as id, permalink, '' as author, updated_at as changed
    from shows where ${isShowListed(VISITOR)}`,
  episodes: sql`select episode_id as id, episodes.permalink, users.permalink as author,
      greatest(episodes.updated_at, episodes.published_at) as changed
    from episodes join shows using (show_id) join users on users.user_id = episodes.user_id
    where ${isListed(VISITOR)}`,
  people: sql`select user_id as id, permalink, '' as author, null::timestamptz as changed
    from users where ${isAuthor}`,
};

/** The rows that make a part worth reading. An episode of a deleted show may be among them. */
const ANY = { ...SOURCES, episodes: sql`select from episodes where is_listed` };

const LAST = {
  shows: sql`select max(show_id) from shows`,
  episodes: sql`select max(episode_id) from episodes`,
  people: sql`select max(user_id) from users`,
};

const ID = {
  shows: sql.ref('show_id'),
  episodes: sql.ref('episode_id'),
  people: sql.ref('user_id'),
};

/** The next pages by id. */
export async function listPages(
  database: Database,
  kind: Kind,
  { after, last, limit }: IdSpan & { limit: number },
): Promise<ListedPage[]> {
  const { rows } = await sql<ListedPage>`
    ${SOURCES[kind]} and ${ID[kind]} > ${after} and ${ID[kind]} <= ${last}
    order by ${ID[kind]} limit ${limit}`.execute(database);
  return rows;
}

/**
 * The numbers of the parts that have a page. Each is a look at the first page of an interval of ids, so that nothing is
 * counted.
 */
export async function listParts(database: Database, kind: Kind, size: number): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select part from generate_series(1, ceil((${LAST[kind]})::float / ${size})::int) part
    where exists (
      ${ANY[kind]} and ${ID[kind]} > (part - 1) * ${size}::int and ${ID[kind]} <= part * ${size}::int)
    order by part`.execute(database);
  return rows.map(({ part }) => part);
}
