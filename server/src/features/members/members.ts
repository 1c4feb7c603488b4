import { AppError, type Show, type User } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { sendNewEditor } from '../accounts/accounts.ts';
import { lockPair } from '../follows/follows.ts';
import { getShows } from '../shows/shows.ts';
import { findUserId, getUsers } from '../users/users.ts';
import * as repository from './repository.ts';

export async function listEditors(deps: ReadDeps, showId: number): Promise<User[]> {
  return getUsers(deps, await repository.listEditors(deps.database, showId));
}

interface NewEditor {
  /** Id, permalink or the address of the user's page. */
  named: string;
  language: Language;
  /** May refuse that the user gets one more mail. */
  beforeMail(userId: number): Promise<unknown>;
}

/**
 * Makes a user an editor, and informs them by mail.
 * @throws AppError INVALID_REQUEST for the owner, and for a user who is unknown or blocked
 */
export async function addEditor(
  deps: ReadDeps & Pick<FeatureDeps, 'mail'>,
  showId: number,
  { named, language, beforeMail }: NewEditor,
): Promise<User> {
  const { database, viewer } = deps;
  const name = named
    .trim()
    .replace(/\/?([?#].*)?$/, '')
    .replace(/^.*\//, '');
  const userId = await findUserId(database, name, viewer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw invalid('user', 'no_user_page');
  });
  await database.transaction().execute(async (transaction) => {
    const owned = await repository.findOwner(transaction, { showId, userId });
    if (!owned || owned.user_id === userId) throw invalid('user', 'owner_already');
    await lockPair(transaction, owned.user_id, userId);
    const now = await repository.findOwner(transaction, { showId, userId });
    if (!now?.may_edit) throw invalid('user', 'no_user_page');
    const isNew = await repository.insertEditor(transaction, { showId, userId });
    if (!isNew) return;
    await beforeMail(userId);
    await sendNewEditor(transaction, deps, { userId, showId, language });
  });
  const [user] = await getUsers(deps, [userId]);
  if (!user) throw new AppError('USER_UNAVAILABLE');
  return user;
}

export const removeEditor = ({ database }: ReadDeps, membership: repository.Membership) =>
  repository.deleteEditor(database, membership);

/** Ends that two users edit the shows of each other: one of them has blocked the other. */
export const endMembershipsBetween = repository.deleteBetween;

/** The shows of other users that a user edits. */
export async function listSharedShows(deps: ReadDeps, userId: number): Promise<Show[]> {
  return getShows(deps, await repository.listSharedShows(deps.database, userId));
}
