import { randomBytes } from 'node:crypto';
import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeBlocks } from '../blocks/blocks.ts';
import { putAccountAside } from '../exports/exports.ts';
import { removeFollows } from '../follows/follows.ts';
import { removeLikes } from '../likes/likes.ts';
import { anonymiseMessages } from '../messages/messages.ts';
import { giveUpSubscription } from '../payments/payments.ts';
import { endChannels, type FollowedEpisode, removeShowsOf } from '../shows/shows.ts';
import { giveUpUploads } from '../uploads/uploads.ts';
import { announceEnding } from './account-events.ts';
import { confirmPassword, requireUnchanged } from './confirm-password.ts';
import * as repository from './deletion-repository.ts';
import {
  findAccount,
  hasAdministrator,
  isAdministrator,
  lockAccount,
  lockAdministrators,
} from './repository.ts';

type EndDeps = Pick<FeatureDeps, 'config' | 'database' | 'passwords' | 'jobs' | 'push'>;

export interface AccountEnd {
  /** Whose account ends. */
  userId: number;
  /** The user himself, or an administrator. */
  actorId: number;
  /** Of the actor. Needed if he has one. */
  password?: string | undefined;
  /** Of the mail with the link to the archive. */
  language: Language;
}

/**
 * Deletes an account, in one transaction: from then on nobody is signed in as this user, and nobody sees him or his
 * shows. A job makes an archive of everything that he had here, see `archive-account.ts`. His shows can be restored
 * until they are purged.
 * @throws AppError INVALID_REQUEST for a missing or wrong password, USER_UNAVAILABLE if the account has ended, FORBIDDEN if
 * the actor has ceased to be an administrator, CONFLICT for the only administrator
 */
export async function endAccount(deps: EndDeps, end: AccountEnd): Promise<void> {
  const { userId, actorId, password: given, language } = end;
  const missing = 'is required to delete the account';
  const actor = { userId: actorId, given, field: 'password', missing };
  const confirmed = await confirmPassword(deps, actor);
  const followed = await deps.database.transaction().execute(async (transaction) => {
    await lockAdministrators(transaction);
    await lockAccount(transaction, userId);
    await requireUnchanged(transaction, confirmed);
    if (actorId !== userId) await requireStillMay(transaction, end);
    await keepAdministrator(transaction, userId);
    await repository.insertDeletion(transaction, { userId, language });
    await putAccountAside(transaction, userId);
    await announceEnding(deps, transaction, userId);
    const followed = await removeTraces(deps, transaction, userId);
    await deps.jobs.add(transaction, 'archive_account', { userId }, { key: archiveKey(userId) });
    await repository.announceEverything(transaction);
    return followed;
  });
  endChannels(deps.push, followed);
}

export const archiveKey = (userId: number) => `archive:${userId}`;

/** Another administrator may have deleted the actor or the account since the policy was asked. */
async function requireStillMay(
  transaction: Database,
  { userId, actorId }: AccountEnd,
): Promise<void> {
  if (!(await isAdministrator(transaction, actorId))) throw new AppError('FORBIDDEN');
  if (!(await findAccount(transaction, userId))) throw new AppError('USER_UNAVAILABLE');
}

async function keepAdministrator(transaction: Database, userId: number): Promise<void> {
  if (await hasAdministrator(transaction, { except: userId })) return;
  const isOnlyOne = await hasAdministrator(transaction);
  if (!isOnlyOne) return;
  throw new AppError('CONFLICT', {
    messages: ['You are the only administrator of this host. Create another one first.'],
  });
}

async function removeTraces(
  deps: EndDeps,
  transaction: Database,
  userId: number,
): Promise<FollowedEpisode[]> {
  await removeLikes(transaction, userId);
  await removeFollows(transaction, userId);
  await removeBlocks(transaction, userId);
  await anonymiseMessages(transaction, userId);
  await giveUpUploads(transaction, userId);
  await giveUpSubscription(deps, transaction, userId);
  const followed = await removeShowsOf(deps, transaction, userId);
  // The old permalink is free again. Nobody can guess the new one, so nobody can have taken it.
  const permalink = `deleted-${randomBytes(8).toString('hex')}`;
  await repository.anonymise(transaction, { userId, permalink });
  return followed;
}
