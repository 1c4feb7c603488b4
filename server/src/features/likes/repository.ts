import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PairList } from '../../platform/database/pairs.ts';
import { PREPARED } from '../../platform/database/prepared.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isListed, isReadable } from '../policy/policy.ts';

export interface Like {
  userId: number;
  episodeId: number;
}

export interface NewLike extends Like {
  viewer: Viewer;
  /** Opens a private episode. */
  key: string | null;
}

/** The result of a like. */
export interface AddedLike {
  /** The author of the episode. */
  author_id: number;
  /** False if the user already liked the episode. */
  is_new: boolean;
}

/**
 * Likes an episode once. Undefined if there is no episode that the viewer may read. It is one statement, so that a
 * like is cheap. Because of the lock, an episode that is being removed counts as removed; the foreign key takes the
 * same lock.
 */
export async function insertLike(
  database: Database,
  { userId, episodeId, viewer, key }: NewLike,
): Promise<AddedLike | undefined> {
  const { rows } = await sql<AddedLike>`
    ${PREPARED} with episode as (
      select episodes.episode_id, episodes.user_id from episodes join shows on shows.show_id = episodes.show_id
      where episodes.episode_id = ${episodeId} and ${isReadable(viewer, key)}
      for key share of episodes
    ), added as (
      insert into likes (user_id, episode_id) select ${userId}, episode_id from episode
      on conflict do nothing returning episode_id
    )
    select user_id as author_id, exists (select from added) as is_new from episode
  `.execute(database);
  return rows[0];
}

export async function deleteLike(database: Database, { userId, episodeId }: Like): Promise<void> {
  await database
    .deleteFrom('likes')
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .execute();
}

export async function hasLike(database: Database, { userId, episodeId }: Like): Promise<boolean> {
  const row = await database
    .selectFrom('likes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A user's own list also holds episodes outside of public lists, such as unlisted ones. */
export function likesOf(userId: number, viewer: Viewer): PairList {
  const shows = viewer.userId === userId ? isReadable(viewer) : isListed(viewer);
  return {
    table: 'likes',
    of: 'user_id',
    id: userId,
    lists: 'episode_id',
    visible: sql<boolean>`exists (
      select from episodes join shows on shows.show_id = episodes.show_id
      where episodes.episode_id = pair.episode_id and ${shows})`,
  };
}

export async function deleteLikesOf(database: Database, userId: number): Promise<void> {
  await database.deleteFrom('likes').where('user_id', '=', userId).execute();
}
