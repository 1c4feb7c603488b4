import { randomBytes } from 'node:crypto';
import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps, OnAccountEnd } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { confirmPassword, requireUnchanged } from './confirm-password.ts';
import * as repository from './deletion-repository.ts';
import {
  findAccount,
  hasAdministrator,
  isAdministrator,
  lockAccount,
  lockAdministrators,
} from './repository.ts';

interface EndDeps extends Pick<FeatureDeps, 'config' | 'database' | 'passwords' | 'jobs' | 'push'> {
  /** The parts of the other features, in the order in which they run. */
  parts: readonly OnAccountEnd[];
}

export interface EndRequest {
  /** The user of the ending account. */
  userId: number;
  /** The user of the account, or an administrator. */
  actorId: number;
  /** The actor's password. Required if the actor has one. */
  password?: string | undefined;
  /** The language of the mail with the link to the archive. */
  language: Language;
}

/**
 * Deletes an account, in one transaction: afterwards its sessions are over, and the user and their shows are
 * invisible. A job makes an archive of all their data. The shows can be restored until they are purged.
 * @throws AppError INVALID_REQUEST for a missing or wrong password, USER_UNAVAILABLE if the account has ended,
 * FORBIDDEN if the actor is no longer an administrator, CONFLICT for the only administrator
 */
export async function endAccount(deps: EndDeps, end: EndRequest): Promise<void> {
  const { userId, actorId, password: given, language } = end;
  const actor = {
    userId: actorId,
    given,
    field: 'password',
    missing: 'required_to_delete',
  } as const;
  const confirmed = await confirmPassword(deps, actor);
  const effects: (() => void)[] = [];
  const afterCommit = (effect: () => void) => void effects.push(effect);
  await deps.database.transaction().execute(async (transaction) => {
    await lockAdministrators(transaction);
    await lockAccount(transaction, userId);
    await requireUnchanged(transaction, confirmed);
    if (actorId !== userId) await requireStillMay(transaction, end);
    await keepAdministrator(transaction, userId);
    await repository.insertDeletion(transaction, { userId, language });
    const ending = { transaction, userId, deps, afterCommit };
    for (const part of deps.parts) await part(ending);
    await repository.anonymise(transaction, { userId, permalink: unguessable() });
    await repository.announceEverything(transaction);
  });
  for (const effect of effects) effect();
}

/** Another administrator may have deleted the actor or the account since the policy was checked. */
async function requireStillMay(transaction: Database, { userId, actorId }: EndRequest) {
  if (!(await isAdministrator(transaction, actorId))) throw new AppError('FORBIDDEN');
  if (!(await findAccount(transaction, userId))) throw new AppError('USER_UNAVAILABLE');
}

async function keepAdministrator(transaction: Database, userId: number): Promise<void> {
  if (await hasAdministrator(transaction, { except: userId })) return;
  const isOnlyOne = await hasAdministrator(transaction);
  if (!isOnlyOne) return;
  throw new Refusal('CONFLICT', 'last_admin');
}

/** The old permalink becomes free. The new one cannot be guessed, so it cannot be taken. */
const unguessable = () => `deleted-${randomBytes(8).toString('hex')}`;
