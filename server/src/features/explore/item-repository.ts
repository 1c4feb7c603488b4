import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import type { ListRange } from '../../platform/http/list-page.ts';
import { isListed, isShowListed } from '../policy/policy.ts';

/** An item and its position in the list. */
export interface Placed<Position> {
  id: number;
  position: Position;
}

export type Range<Position> = ListRange<Position> & { viewer?: Viewer | undefined };

const rowsOf = async <Position extends readonly unknown[]>(
  database: Database,
  query: RawBuilder<{ id: number; position: Position }>,
): Promise<Placed<Position>[]> => (await query.execute(database)).rows;

/** The items of an administrator's list that a viewer may see. */
const ownItems = (listId: number, viewer: Viewer) => sql`explore_items as item
  left join episodes on episodes.episode_id = item.episode_id
  join shows on shows.show_id = coalesce(item.show_id, episodes.show_id)
  where item.list_id = ${listId}
    and ${isShowListed(viewer)} and (item.episode_id is null or ${isListed(viewer)})`;

/** The items of an administrator's list, in its order. */
export function listOwnItems(
  database: Database,
  listId: number,
  { after, offset, limit, viewer = ANONYMOUS }: Range<[position: number]>,
) {
  return rowsOf<[number]>(
    database,
    sql`
      select coalesce(item.show_id, item.episode_id) as id, json_build_array(item.position) as position
      from ${ownItems(listId, viewer)} and item.position > ${after?.[0] ?? -1}
      order by item.position limit ${limit} offset ${offset}`,
  );
}

export async function countOwnItems(database: Database, listId: number): Promise<number> {
  return countRows(database, ownItems(listId, ANONYMOUS));
}

const HAS_EPISODES = sql<boolean>`exists (
  select from episodes where episodes.show_id = shows.show_id and episodes.is_listed)`;

/** Shows with episodes, the newest show first. */
export function listNewShows(
  database: Database,
  { after, offset, limit, viewer = ANONYMOUS }: Range<[createdAt: string, showId: number]>,
) {
  const isAfter = after
    ? sql`(created_at, show_id) < (${after[0]}::timestamptz, ${after[1]}::integer)`
    : sql`true`;
  return rowsOf<[string, number]>(
    database,
    sql`
      select show_id as id, json_build_array(
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), show_id) as position
      from shows
      where ${isShowListed(viewer)} and ${HAS_EPISODES} and ${isAfter}
      order by created_at desc, show_id desc limit ${limit} offset ${offset}`,
  );
}

export async function countNewShows(database: Database): Promise<number> {
  return countRows(database, sql`shows where ${isShowListed(ANONYMOUS)} and ${HAS_EPISODES}`);
}

/** Shows with recent activity, the most popular first. */
export function listPopularShows(
  database: Database,
  { after, offset, limit, viewer = ANONYMOUS }: Range<[score: number, showId: number]>,
) {
  const isAfter = after
    ? sql`(score, popular.show_id) < (${after[0]}::real, ${after[1]}::integer)`
    : sql`true`;
  return rowsOf<[number, number]>(
    database,
    sql`
      select popular.show_id as id, json_build_array(score, popular.show_id) as position
      from show_popularity as popular join shows on shows.show_id = popular.show_id
      where ${isShowListed(viewer)} and ${isAfter}
      order by score desc, popular.show_id desc limit ${limit} offset ${offset}`,
  );
}

export async function countPopularShows(database: Database): Promise<number> {
  return countRows(database, sql`show_popularity`);
}

/** The shows with these documents. */
export const inCategory = (category: string) => sql<boolean>`categories @> array[${category}]`;
export const inLanguage = (language: string) =>
  sql<boolean>`search_documents.language = ${language}`;

/** Shows of a category with its subcategories, or in a language, the highest standing first. */
export function listBestShows(
  database: Database,
  condition: RawBuilder<boolean>,
  { after, offset, limit, viewer = ANONYMOUS }: Range<[standing: number, showId: number]>,
) {
  const isAfter = after
    ? sql`(standing, id) < (${after[0]}::real, ${after[1]}::integer)`
    : sql`true`;
  return rowsOf<[number, number]>(
    database,
    sql`
      select id, json_build_array(standing, id) as position
      from search_documents
      where kind = 'show' and ${condition} and ${isAfter}
        and exists (select from shows where shows.show_id = id and ${isShowListed(viewer)})
      order by standing desc, id desc limit ${limit} offset ${offset}`,
  );
}

export function countBestShows(database: Database, condition: RawBuilder<boolean>) {
  return countRows(database, sql`search_documents where kind = 'show' and ${condition}`);
}

/** The number of listed shows in each language that has any. */
export async function countShowsByLanguage(database: Database) {
  const { rows } = await sql<{ language: string; shows: number }>`
    select document.language, count(*)::integer as shows
    from search_documents as document join shows on shows.show_id = id
    where kind = 'show' and document.language <> '' and ${isShowListed(ANONYMOUS)}
    group by document.language`.execute(database);
  return rows;
}

/** The number of listed shows of each category that has any, those of its subcategories included. */
export async function countShowsByCategory(database: Database) {
  const { rows } = await sql<{ category: string; count: number }>`
    select category, count(*)::integer as count
    from search_documents join shows on shows.show_id = id, unnest(search_documents.categories) as category
    where kind = 'show' and ${isShowListed(ANONYMOUS)}
    group by category`.execute(database);
  return new Map(rows.map(({ category, count }) => [category, count]));
}

const SIMILAR_MAX = 50;
const SIMILAR_CANDIDATES_MAX = 1_000; // of all shows with a common tag or category, those of the highest standing

/** The shows with the most tags and categories in common with a show, the most similar first. Not paged. */
export function listSimilarShows(database: Database, showId: number, viewer: Viewer = ANONYMOUS) {
  return rowsOf<[number, number]>(
    database,
    sql`
      with this as (
        select tags, categories from search_documents where kind = 'show' and id = ${showId}
      ), candidate as (
        select other.id, 2 * ${inCommon('tags')} + ${inCommon('categories')} as score
        from (
          select * from search_documents
          where kind = 'show' and id <> ${showId}
            and (tags && (select tags from this) or categories && (select categories from this))
          order by standing desc, id desc limit ${SIMILAR_CANDIDATES_MAX}
        ) as other, this
      )
      select id, json_build_array(score, id) as position from candidate
      where exists (select from shows where shows.show_id = id and ${isShowListed(viewer)})
      order by score desc, id desc limit ${SIMILAR_MAX}`,
  );
}

const inCommon = (column: 'tags' | 'categories') =>
  sql`(select count(*)::integer from unnest(other.${sql.raw(column)}) as name
    where name = any(this.${sql.raw(column)}))`;

async function countRows(database: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${from}`.execute(database);
  return rows[0]?.count ?? 0;
}
