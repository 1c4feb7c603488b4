import { AppError } from 'earshot/contract';
import type { HostNotice, HostStorage } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { isAdministrator, lockAdministrators, removeFactors } from '../accounts/accounts.ts';
import { readBackupHealth } from '../backups/backups.ts';
import * as repository from './repository.ts';

export { listAccounts, listJobs } from './repository.ts';

export interface AdminChange {
  accountId: number;
  /** The requesting user. */
  actorId: number;
  isAdmin: boolean;
}

/**
 * Makes an account an administrator, or an ordinary one. Administrators cannot change their own account, so that one
 * always remains: of two who remove each other at once, the second is no longer one.
 * @throws AppError INVALID_REQUEST, NOT_FOUND, FORBIDDEN
 */
export async function changeAccount(
  database: FeatureDeps['database'],
  { accountId, actorId, isAdmin }: AdminChange,
): Promise<void> {
  if (accountId === actorId) throw invalid('is_admin', 'not_yourself');
  await database.transaction().execute(async (transaction) => {
    await lockAdministrators(transaction);
    if (!(await isAdministrator(transaction, actorId))) throw new AppError('FORBIDDEN');
    const isDone = await repository.setAdmin(transaction, accountId, isAdmin);
    if (!isDone) throw new AppError('NOT_FOUND');
  });
}

/**
 * Removes the second factor of another user, with a mail to them. Administrators turn their own off in their settings,
 * where that needs a proof.
 * @throws AppError INVALID_REQUEST, NOT_FOUND if the user has none
 */
export async function removeSecondFactor(
  deps: Pick<FeatureDeps, 'config' | 'database' | 'mail'>,
  { accountId, actorId }: Omit<AdminChange, 'isAdmin'>,
): Promise<void> {
  if (accountId === actorId) throw invalid('account_id', 'not_yourself');
  if (!(await removeFactors(deps, accountId))) throw new AppError('NOT_FOUND');
}

/** @throws AppError NOT_FOUND, also for a running job */
export async function retryJob(database: Database, jobId: number): Promise<void> {
  const isDone = await repository.retryJob(database, jobId);
  if (!isDone) throw new AppError('NOT_FOUND');
}

export async function readStorage({
  config: { backups },
  database,
  backupClock,
}: Pick<FeatureDeps, 'config' | 'database' | 'backupClock'>): Promise<HostStorage> {
  const now = backupClock?.() ?? new Date();
  const [storage, health] = await Promise.all([
    repository.readStorage(database),
    readBackupHealth({ backups, database, now }),
  ]);
  const backup = health && {
    made_at: health.madeAt?.toISOString() ?? null,
    bytes: health.bytes,
    is_late: health.isLate,
    error: health.failure?.error ?? null,
  };
  return { ...storage, backup };
}

export async function listNotices(database: Database): Promise<HostNotice[]> {
  const rows = await repository.listNotices(database);
  return rows.map(({ name, message, starts_at, ends_at }) => ({
    name,
    message,
    from: starts_at?.toISOString() ?? null,
    until: ends_at?.toISOString() ?? null,
  }));
}
