import { API_ROUTES, AppError, buildPath, type Show, type User } from 'earshot/contract';
import type { ReadDeps, WriteDeps } from '../../feature.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, ANONYMOUS } from '../../platform/http/actor.ts';
import type { ListRequest, PagerAnswer } from '../../platform/http/list-page.ts';
import { readPairList } from '../../platform/http/pair-list.ts';
import { readId } from '../../platform/http/read-id.ts';
import { getShows } from '../shows/shows.ts';
import { findUserId, getUsers } from '../users/users.ts';
import * as repository from './repository.ts';

export { lockPair } from './repository.ts';

const followingsSource = (userId: number) => `followings:${userId}`;
const fansSource = (userId: number) => `fans:${userId}`;
const favoritesSource = (userId: number) => `favorites:${userId}`;

/** A follower and the user whom he follows, each by id or permalink. */
export interface NamedFollow {
  follower: string;
  followed: string;
}

/** A follower by id or permalink, and the show that he follows. */
export interface NamedFavorite {
  follower: string;
  showId: number;
}

/**
 * Follows a user. A second follow changes nothing.
 * @throws AppError USER_UNAVAILABLE, also if one of the two has blocked the other, and INVALID_REQUEST for oneself
 */
export async function followUser(
  { database, answers }: WriteDeps,
  { follower, followed }: NamedFollow,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  const followedId = await findUserId(database, followed);
  if (followerId === followedId) {
    throw new AppError('INVALID_REQUEST', {
      messages: ['followed_id: you cannot follow yourself'],
    });
  }
  const isFollowed = await database.transaction().execute(async (transaction) => {
    await repository.lockPair(transaction, followerId, followedId);
    return repository.insertFollowing(transaction, { followerId, followedId });
  });
  if (!isFollowed) throw new AppError('USER_UNAVAILABLE');
  dropLists(answers, followerId, followedId);
}

/** Ends a follow, also of a user who is gone. */
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
 * @throws AppError SHOW_UNAVAILABLE, also if a block is between the follower and the owner of the show
 */
export async function followShow(
  { database, answers }: WriteDeps,
  { follower, showId }: NamedFavorite,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  const isFollowed = await database.transaction().execute(async (transaction) => {
    const ownerId = await repository.findShowOwner(transaction, showId);
    if (ownerId === undefined) return false;
    await repository.lockPair(transaction, followerId, ownerId);
    return repository.insertFavorite(transaction, { followerId, followedId: showId });
  });
  if (!isFollowed) throw new AppError('SHOW_UNAVAILABLE');
  answers.drop(favoritesSource(followerId));
}

export async function unfollowShow(
  { database, answers }: WriteDeps,
  { follower, showId }: NamedFavorite,
  actor: Actor,
): Promise<void> {
  const followerId = await findUserId(database, follower, actor);
  await repository.deleteFavorite(database, { followerId, followedId: showId });
  answers.drop(favoritesSource(followerId));
}

/** Ends all follows between two users: of each other, and of each other's shows. Call `dropFollows` after the commit. */
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
    answers.drop(favoritesSource(follower));
  }
}

function dropLists(answers: AnswerCache, followerId: number, followedId: number): void {
  answers.drop(followingsSource(followerId));
  answers.drop(fansSource(followedId));
}

/** Removes the follows of a user, and those of his fans. For the end of an account. */
export async function removeFollows(database: Database, userId: number): Promise<void> {
  await repository.deleteFollowsOf(database, userId);
}

/** @throws AppError USER_UNAVAILABLE, or for a malformed cursor */
export async function listFollowings(
  deps: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<User>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  const userId = await findUserId(database, user, viewer);
  sources?.add(followingsSource(userId));
  return readPairList(database, repository.followingsOf(userId, viewer), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, 'followings', { user_id: user }),
    read: (ids) => getUsers(deps, ids),
    idOf: (user) => user.user_id,
  });
}

/** @throws AppError USER_UNAVAILABLE, or for a malformed cursor */
export async function listFans(
  deps: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<User>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  const userId = await findUserId(database, user, viewer);
  sources?.add(fansSource(userId));
  return readPairList(database, repository.fansOf(userId, viewer), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, 'fans', { followed_id: user }),
    read: (ids) => getUsers(deps, ids),
    idOf: (user) => user.user_id,
  });
}

/** @throws AppError USER_UNAVAILABLE, or for a malformed cursor */
export async function listFavorites(
  deps: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<Show>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  const userId = await findUserId(database, user, viewer);
  sources?.add(favoritesSource(userId));
  return readPairList(database, repository.favoritesOf(userId, viewer), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, 'favorites', { user_permalink: user }),
    read: (ids) => getShows(deps, ids),
    idOf: (show) => show.show_id,
  });
}
