import { AppError, type Show, type User } from 'earshot/contract';
import type { ReadDeps } from '../../feature.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { getShows } from '../shows/shows.ts';
import { findUserId, getUsers } from '../users/users.ts';
import * as repository from './repository.ts';

export async function listEditors(deps: ReadDeps, showId: number): Promise<User[]> {
  return getUsers(deps, await repository.listEditors(deps.database, showId));
}

/**
 * Makes a user an editor. The user is given by id, permalink or the address of their page.
 * @throws AppError INVALID_REQUEST for the owner, and for an unknown user
 */
export async function addEditor(deps: ReadDeps, showId: number, named: string): Promise<User> {
  const { database, viewer } = deps;
  const name = named.trim().replace(/^.*\//, '');
  const userId = await findUserId(database, name, viewer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw invalid('user', 'no_user_page');
  });
  const isAdded = await repository.insertEditor(database, { showId, userId });
  if (!isAdded) throw invalid('user', 'owner_already');
  const [user] = await getUsers(deps, [userId]);
  if (!user) throw new AppError('USER_UNAVAILABLE');
  return user;
}

export const removeEditor = ({ database }: ReadDeps, membership: repository.Membership) =>
  repository.deleteEditor(database, membership);

/** The shows of other users that a user edits. */
export async function listSharedShows(deps: ReadDeps, userId: number): Promise<Show[]> {
  return getShows(deps, await repository.listSharedShows(deps.database, userId));
}
