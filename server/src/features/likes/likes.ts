import { API_ROUTES, AppError, buildPath, type Episode } from 'earshot/contract';
import type { ReadDeps, WriteDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, ANONYMOUS } from '../../platform/http/actor.ts';
import type { ListRequest, PagerAnswer } from '../../platform/http/list-page.ts';
import { readPairList } from '../../platform/http/pair-list.ts';
import { getEpisodes } from '../episodes/episodes.ts';
import { findUserId } from '../users/users.ts';
import * as repository from './repository.ts';

const likesSource = (userId: number) => `likes:${userId}`;

/** An episode that a user likes, as a request names them. */
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
  { database, answers }: WriteDeps,
  { user, episodeId }: NamedLike,
  { actor, key = '' }: LikeOptions,
): Promise<void> {
  const userId = await findUserId(database, user, actor);
  const viewer = { userId, isAdmin: actor.isAdmin };
  const found = await repository.insertLike(database, {
    userId,
    episodeId,
    viewer,
    key: key || null,
  });
  if (!found) throw new AppError('EPISODE_UNAVAILABLE');
  answers.drop(likesSource(userId));
}

/** Takes a like back. It may be of an episode that the user may not read any more. */
export async function unlike(
  { database, answers }: WriteDeps,
  { user, episodeId }: NamedLike,
  actor: Actor,
): Promise<void> {
  const userId = await findUserId(database, user, actor);
  await repository.deleteLike(database, { userId, episodeId });
  answers.drop(likesSource(userId));
}

/**
 * One page of the episodes that a user likes, the latest like first.
 * @throws AppError USER_UNAVAILABLE, or for a malformed cursor
 */
export async function listLikes(
  deps: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<Episode>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  const userId = await findUserId(database, user, viewer);
  sources?.add(likesSource(userId));
  return readPairList(database, repository.likesOf(userId, viewer), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, 'likes', { user_id: user }),
    read: (ids) => getEpisodes(deps, ids),
    idOf: (episode) => episode.episode_id,
  });
}

/** For the end of an account. */
export async function removeLikes(database: Database, userId: number): Promise<void> {
  await repository.deleteLikesOf(database, userId);
}
