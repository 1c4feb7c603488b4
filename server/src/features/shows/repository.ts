import type { CountingWindow } from 'earshot/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { showNamed } from '../../platform/database/named.ts';
import type { ShowTable } from '../../platform/database/tables.ts';
import { type Actor, ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { SHOW_FEED_COLUMNS } from '../../platform/podcasting/feed-schema.ts';
import { isEditor, isShowListed } from '../policy/policy.ts';

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
  'image.color as image_color',
] as const;

const FULL = [
  ...BRIEF,
  'shows.description',
  sql<number | null>`shows.public_downloads::double precision`.as('public_downloads'),
  sql<number>`(select count(*)::int from episodes
    where episodes.show_id = shows.show_id and episodes.is_listed)`.as('episode_count'),
] as const;

export type BriefRow = Awaited<ReturnType<typeof listBriefs>>[number];
export type ShowRow = Awaited<ReturnType<typeof listShows>>[number];

export interface ShowRange {
  /** Id of the last show of the previous page; 0 for the first page. */
  after: number;
  /** Shows to skip after that. */
  offset?: number;
  limit: number;
  userId?: number | undefined;
  viewer?: Viewer | undefined;
}

function selectRange(
  database: Database,
  { after, offset = 0, limit, userId, viewer = ANONYMOUS }: ShowRange,
) {
  const query = selectFromShows(database)
    .where(isShowListed(viewer))
    .where('shows.show_id', '>', after)
    .orderBy('shows.show_id')
    .limit(limit)
    // Without a separate query, OFFSET would also compute the columns of skipped rows.
    .$if(offset > 0, (query) =>
      query.where('shows.show_id', '>=', (where) =>
        where
          .selectFrom('shows')
          .select('shows.show_id')
          .where(isShowListed(viewer))
          .orderBy('shows.show_id')
          .offset(offset)
          .limit(1),
      ),
    );
  return userId === undefined ? query : query.where('shows.user_id', '=', userId);
}

export function listShows(database: Database, range: ShowRange) {
  return selectRange(database, range).select(FULL).execute();
}

/** The number of listed shows. */
export async function countShows(database: Database, viewer: Viewer = ANONYMOUS): Promise<number> {
  const { count } = await database
    .selectFrom('shows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isShowListed(viewer))
    .executeTakeFirstOrThrow();
  return count;
}

export function listBriefs(database: Database, range: ShowRange) {
  return selectRange(database, range).select(BRIEF).execute();
}

export function findShow(
  database: Database,
  showId: number,
  viewer: Viewer = ANONYMOUS,
): Promise<ShowRow | undefined> {
  return selectFromShows(database)
    .select(FULL)
    .where('show_id', '=', showId)
    .where(isShowListed(viewer))
    .executeTakeFirst();
}

/** Shows that the viewer may see, unordered. */
export function findShows(
  database: Database,
  ids: readonly number[],
  viewer: Viewer = ANONYMOUS,
): Promise<ShowRow[]> {
  return selectFromShows(database)
    .select(FULL)
    .where(isShowListed(viewer))
    .where(sql<boolean>`shows.show_id = any(${ids})`)
    .execute();
}

/** The same without texts and counts. */
export function findBriefs(
  database: Database,
  ids: readonly number[],
  viewer: Viewer = ANONYMOUS,
): Promise<BriefRow[]> {
  return selectFromShows(database)
    .select(BRIEF)
    .where(isShowListed(viewer))
    .where(sql<boolean>`shows.show_id = any(${ids})`)
    .execute();
}

/** Also by an earlier permalink. */
export function findShowByPermalink(
  database: Database,
  permalink: string,
  viewer: Viewer = ANONYMOUS,
): Promise<ShowRow | undefined> {
  return selectFromShows(database)
    .select(FULL)
    .where('shows.show_id', '=', showNamed(permalink))
    .where(isShowListed(viewer))
    .executeTakeFirst();
}

export async function hasShows(database: Database): Promise<boolean> {
  const row = await database.selectFrom('shows').select('show_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The fields of the feed, for editors of the show. Undefined for others. */
export function findFeedFields(database: Database, showId: number, viewer: Viewer) {
  return database
    .selectFrom('shows')
    .select([...SHOW_FEED_COLUMNS, 'player_options', 'player_override'])
    .where('show_id', '=', showId)
    .where(isEditor(viewer))
    .executeTakeFirst();
}

/** Inserts a show with a new unique guid. Undefined if another show has the permalink. */
export function insertShow(database: Database, show: Omit<Insertable<ShowTable>, 'guid'>) {
  return database
    .insertInto('shows')
    .values({ ...show, guid: sql<string>`gen_random_uuid()::text` })
    .onConflict((conflict) => conflict.column('permalink').doNothing())
    .returning('show_id')
    .executeTakeFirst();
}

/** Locks the show until the transaction ends. False if there is no such show. */
export async function lockShow(transaction: Database, showId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('shows')
    .select('show_id')
    .where('show_id', '=', showId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateShow(
  database: Database,
  showId: number,
  columns: Updateable<ShowTable>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await database
    .updateTable('shows')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('show_id', '=', showId)
    .execute();
}

export async function markDeleted(
  database: Database,
  showId: number,
  { userId, isAdmin }: Pick<Actor, 'userId' | 'isAdmin'>,
): Promise<void> {
  const removed_by_host = sql<boolean>`${isAdmin} and user_id is distinct from ${userId}::integer`;
  await database
    .updateTable('shows')
    .set({ deleted_at: sql<Date>`now()`, removed_by_host })
    .where('show_id', '=', showId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function markDeletedOf(database: Database, userId: number): Promise<void> {
  await database
    .updateTable('shows')
    .set({ deleted_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The existing shows of a user. */
export async function listIdsOf(database: Database, userId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('shows')
    .select('show_id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ show_id }) => show_id);
}

/** The name of a user, whose account cannot end before the transaction. Undefined if it has ended. */
export async function lockUserName(
  transaction: Database,
  userId: number,
): Promise<string | undefined> {
  const user = await transaction
    .selectFrom('users')
    .select('name')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return user?.name;
}

/** True if another show has the permalink, deleted or not. */
export async function isPermalinkTaken(
  database: Database,
  { permalink, showId }: { permalink: string; showId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('shows')
    .select('show_id')
    .where('permalink', '=', permalink)
    .where('show_id', '!=', showId)
    .executeTakeFirst();
  return row !== undefined;
}

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
