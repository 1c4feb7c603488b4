import { AppError, type Show, type User } from 'earshot/contract';
import type { EndingAccount, WriteDeps } from '../../feature.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readId } from '../../platform/http/read-id.ts';
import { invalid } from '../../platform/http/refusal.ts';
import type { PushEvent } from '../../platform/push/push-event.ts';
import { userChannel } from '../push/push.ts';
import { getShows } from '../shows/shows.ts';
import { findUserId, getUsers, type ListOfUser, sourceOfList } from '../users/users.ts';
import * as repository from './repository.ts';

export { lockPair } from './repository.ts';

/** The users whom a user follows. */
export const FOLLOWINGS: ListOfUser<User> = {
  name: 'followings',
  param: 'user_id',
  pairsOf: repository.followingsOf,
  read: getUsers,
  idOf: ({ user_id }) => user_id,
};

/** The users who follow a user. */
export const FANS: ListOfUser<User> = {
  ...FOLLOWINGS,
  name: 'fans',
  param: 'followed_id',
  pairsOf: repository.fansOf,
};

/** The shows that a user follows. */
export const FAVORITES: ListOfUser<Show> = {
  name: 'favorites',
  param: 'user_permalink',
  pairsOf: repository.favoritesOf,
  read: getShows,
  idOf: ({ show_id }) => show_id,
};

/** A follower and the followed user, each by id or permalink. */
export interface NamedFollow {
  follower: string;
  followed: string;
}

/** A follower by id or permalink, and the followed show. */
export interface NamedFavorite {
  follower: string;
  showId: number;
}

/**
 * Follows a user. A second follow changes nothing.
 * @throws AppError USER_UNAVAILABLE, also if one of the two has blocked the other, and INVALID_REQUEST for the
 * follower's own account
 */
export async function followUser(
  { database, answers, push }: WriteDeps,
  { follower, followed }: NamedFollow,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  const followedId = await findUserId(database, followed);
  if (followerId === followedId) throw invalid('followed_id', 'follow_yourself');
  const added = await database.transaction().execute(async (transaction) => {
    await repository.lockPair(transaction, followerId, followedId);
    return repository.insertFollowing(transaction, { followerId, followedId });
  });
  if (!added) throw new AppError('USER_UNAVAILABLE');
  dropLists(answers, followerId, followedId);
  if (added.is_new) push.publish([followEvent(followedId, { user_id: followerId })]);
}

/** Ends a follow, even of a deleted user. */
export async function unfollowUser(
  { database, answers }: WriteDeps,
  { follower, followed }: NamedFollow,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  const followedId = readId(followed) ?? (await findUserId(database, followed));
  await repository.deleteFollowing(database, { followerId, followedId });
  dropLists(answers, followerId, followedId);
}

/**
 * Follows a show. A second follow changes nothing.
 * @throws AppError SHOW_UNAVAILABLE, also if there is a block between the follower and the owner of the show
 */
export async function followShow(
  { database, answers, push }: WriteDeps,
  { follower, showId }: NamedFavorite,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  const followed = await database.transaction().execute(async (transaction) => {
    const ownerId = await repository.findShowOwner(transaction, showId);
    if (ownerId === undefined) return null;
    await repository.lockPair(transaction, followerId, ownerId);
    const added = await repository.insertFavorite(transaction, { followerId, followedId: showId });
    return added && { ...added, ownerId };
  });
  if (!followed) throw new AppError('SHOW_UNAVAILABLE');
  answers.drop(sourceOfList(FAVORITES, followerId));
  const { is_new, ownerId } = followed;
  if (!is_new || ownerId === followerId) return;
  push.publish([followEvent(ownerId, { user_id: followerId, show_id: showId })]);
}

export async function unfollowShow(
  { database, answers }: WriteDeps,
  { follower, showId }: NamedFavorite,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  await repository.deleteFavorite(database, { followerId, followedId: showId });
  answers.drop(sourceOfList(FAVORITES, followerId));
}

/** Whether a user follows a show or another user. */
export async function isFollowed(
  database: Database,
  { kind, ...follow }: repository.Follow & { kind: 'show' | 'user' },
): Promise<boolean> {
  return kind === 'show'
    ? repository.hasFavorite(database, follow)
    : repository.hasFollowing(database, follow);
}

/**
 * Ends all follows between two users: of each other, and of each other's shows. Call `dropFollows` after the commit.
 */
export async function endFollowsBetween(database: Database, a: number, b: number): Promise<void> {
  await repository.deleteBetween(database, a, b);
}

/** Drops the stored lists of two users. */
export function dropFollows(answers: AnswerCache, a: number, b: number): void {
  for (const [follower, followed] of [
    [a, b],
    [b, a],
  ] as const) {
    dropLists(answers, follower, followed);
    answers.drop(sourceOfList(FAVORITES, follower));
  }
}

/** Notifies a user of a new follower of theirs, or of one of their shows. */
const followEvent = (userId: number, data: { user_id: number; show_id?: number }): PushEvent => ({
  channel: userChannel(userId),
  event: 'follow',
  data,
});

function dropLists(answers: AnswerCache, followerId: number, followedId: number): void {
  answers.drop(sourceOfList(FOLLOWINGS, followerId));
  answers.drop(sourceOfList(FANS, followedId));
}

/** Removes the follows of a user, in both directions. For the end of an account. */
export function removeFollows({ transaction, userId }: EndingAccount): Promise<void> {
  return repository.deleteFollowsOf(transaction, userId);
}
