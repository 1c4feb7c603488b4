import { AppError, type Episode } from 'earshot/contract';
import type { EndingAccount, WriteDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { getEpisodes } from '../episodes/episodes.ts';
import { userChannel } from '../push/push.ts';
import { findUserId, type ListOfUser, sourceOfList } from '../users/users.ts';
import * as repository from './repository.ts';

/** The episodes that a user likes, the latest like first. */
export const LIKES: ListOfUser<Episode> = {
  name: 'likes',
  param: 'user_id',
  pairsOf: repository.likesOf,
  read: getEpisodes,
  idOf: ({ episode_id }) => episode_id,
};

/** A user and a liked episode, as given in a request. */
export interface NamedLike {
  /** Id or permalink of the user. */
  user: string;
  episodeId: number;
}

interface LikeOptions {
  actor: Actor;
  /** Opens a private episode. */
  key?: string | undefined;
}

/**
 * Likes an episode. A second like changes nothing.
 * @throws AppError EPISODE_UNAVAILABLE if the user may not read the episode
 */
export async function like(
  { database, answers, push }: WriteDeps,
  { user, episodeId }: NamedLike,
  { actor, key = '' }: LikeOptions,
): Promise<void> {
  const userId = await findUserId(database, user, actor);
  const viewer = { userId, isAdmin: actor.isAdmin };
  const added = await repository.insertLike(database, {
    userId,
    episodeId,
    viewer,
    key: key || null,
  });
  if (!added) throw new AppError('EPISODE_UNAVAILABLE');
  answers.drop(sourceOfList(LIKES, userId));
  const { author_id, is_new } = added;
  if (!is_new || author_id === userId) return;
  const data = { episode_id: episodeId, user_id: userId };
  push.publish([{ channel: userChannel(author_id), event: 'like', data }]);
}

/** Removes a like, even of an episode that the user may no longer read. */
export async function unlike(
  { database, answers }: WriteDeps,
  { user, episodeId }: NamedLike,
  actor: Actor,
): Promise<void> {
  const userId = await findUserId(database, user, actor);
  await repository.deleteLike(database, { userId, episodeId });
  answers.drop(sourceOfList(LIKES, userId));
}

export async function isLiked(
  database: Database,
  like: { userId: number; episodeId: number },
): Promise<boolean> {
  return repository.hasLike(database, like);
}

/** For the end of an account. */
export function removeLikes({ transaction, userId }: EndingAccount): Promise<void> {
  return repository.deleteLikesOf(transaction, userId);
}
