import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PairList } from '../../platform/database/pairs.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isShowListed, notBlocked } from '../policy/policy.ts';

export interface Follow {
  followerId: number;
  /** Id of a user or of a show. */
  followedId: number;
}

/** Blocks apply to administrators too, because they concern the follower, not permissions. */
const asMember = (userId: number): Viewer => ({ userId, isAdmin: false });

/** The result of a follow. */
export interface AddedFollow {
  /** False if it already existed. */
  is_new: boolean;
}

/** Follows a user once. Undefined if there is no such user, or one of the two has blocked the other. */
export async function insertFollowing(
  database: Database,
  { followerId, followedId }: Follow,
): Promise<AddedFollow | undefined> {
  const { rows } = await sql<AddedFollow>`
    with followed as (
      select user_id from users where user_id = ${followedId} and deleted_at is null
        and ${notBlocked(asMember(followerId), sql.ref('users.user_id'))}
      for key share
    ), added as (
      insert into followings (follower_id, followed_id) select ${followerId}, user_id from followed
      on conflict do nothing returning followed_id
    )
    select exists (select from added) as is_new from followed
  `.execute(database);
  return rows[0];
}

export async function deleteFollowing(database: Database, follow: Follow): Promise<void> {
  await database
    .deleteFrom('followings')
    .where('follower_id', '=', follow.followerId)
    .where('followed_id', '=', follow.followedId)
    .execute();
}

export async function hasFollowing(
  database: Database,
  { followerId, followedId }: Follow,
): Promise<boolean> {
  const row = await database
    .selectFrom('followings')
    .select('follower_id')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasFavorite(
  database: Database,
  { followerId, followedId }: Follow,
): Promise<boolean> {
  const row = await database
    .selectFrom('favorites')
    .select('user_id')
    .where('user_id', '=', followerId)
    .where('show_id', '=', followedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The user of a show. Undefined if there is no such show. */
export async function findShowOwner(database: Database, showId: number) {
  const row = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', showId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Follows a show once. Undefined if there is no such show, or there is a block between the follower and its owner. */
export async function insertFavorite(
  database: Database,
  { followerId, followedId }: Follow,
): Promise<AddedFollow | undefined> {
  const { rows } = await sql<AddedFollow>`
    with followed as (
      select show_id from shows
      where show_id = ${followedId} and ${isShowListed(asMember(followerId))}
      for key share
    ), added as (
      insert into favorites (user_id, show_id) select ${followerId}, show_id from followed
      on conflict do nothing returning show_id
    )
    select exists (select from added) as is_new from followed
  `.execute(database);
  return rows[0];
}

export async function deleteFavorite(database: Database, follow: Follow): Promise<void> {
  await database
    .deleteFrom('favorites')
    .where('user_id', '=', follow.followerId)
    .where('show_id', '=', follow.followedId)
    .execute();
}

/**
 * Locks the relation of two users until the end of the transaction. Otherwise, a follow that is checked before a
 * block and stored after it would stay.
 */
export async function lockPair(database: Database, a: number, b: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${Math.min(a, b)}::integer, ${Math.max(a, b)}::integer)`.execute(
    database,
  );
}

/** Ends all follows between two users: of each other, and of each other's shows. */
export async function deleteBetween(database: Database, a: number, b: number): Promise<void> {
  await sql`
    with users_gone as (
      delete from followings where (follower_id = ${a} and followed_id = ${b})
        or (follower_id = ${b} and followed_id = ${a})
    )
    delete from favorites using shows
    where shows.show_id = favorites.show_id
      and ((favorites.user_id = ${a} and shows.user_id = ${b})
        or (favorites.user_id = ${b} and shows.user_id = ${a}))
  `.execute(database);
}

export async function deleteFollowsOf(database: Database, userId: number): Promise<void> {
  await database
    .deleteFrom('followings')
    .where((where) =>
      where.or([where('follower_id', '=', userId), where('followed_id', '=', userId)]),
    )
    .execute();
  await database.deleteFrom('favorites').where('user_id', '=', userId).execute();
}

const isVisibleUser = (column: string, viewer: Viewer) => sql<boolean>`(exists (
  select from users where users.user_id = ${sql.ref(column)} and users.deleted_at is null)
  and ${notBlocked(viewer, sql.ref(column))})`;

/** The users whom a user follows. */
export function followingsOf(userId: number, viewer: Viewer): PairList {
  return {
    table: 'followings',
    of: 'follower_id',
    id: userId,
    lists: 'followed_id',
    visible: isVisibleUser('pair.followed_id', viewer),
  };
}

/** The users who follow a user. */
export function fansOf(userId: number, viewer: Viewer): PairList {
  return {
    table: 'followings',
    of: 'followed_id',
    id: userId,
    lists: 'follower_id',
    visible: isVisibleUser('pair.follower_id', viewer),
  };
}

/** The shows that a user follows. */
export function favoritesOf(userId: number, viewer: Viewer): PairList {
  return {
    table: 'favorites',
    of: 'user_id',
    id: userId,
    lists: 'show_id',
    visible: sql<boolean>`exists (
      select from shows where shows.show_id = pair.show_id and ${isShowListed(viewer)})`,
  };
}
