import { AppError } from 'earshot/contract';
import type { HostNotice } from 'earshot/internal';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/read-json.ts';
import * as repository from './repository.ts';

export { listAccounts, listJobs, readStorage } from './repository.ts';

export interface AdminChange {
  accountId: number;
  /** Who asks. */
  actorId: number;
  isAdmin: boolean;
}

/**
 * Makes an account an administrator, or no longer one. Nobody changes himself, so that one is always left.
 * @throws AppError INVALID_REQUEST, NOT_FOUND
 */
export async function changeAccount(
  database: Database,
  { accountId, actorId, isAdmin }: AdminChange,
): Promise<void> {
  if (accountId === actorId) {
    throw invalid('is_admin: cannot be changed for yourself; ask another administrator');
  }
  const isDone = await repository.setAdmin(database, accountId, isAdmin);
  if (!isDone) throw new AppError('NOT_FOUND');
}

/** @throws AppError NOT_FOUND, also for a job that runs just now */
export async function retryJob(database: Database, jobId: number): Promise<void> {
  const isDone = await repository.retryJob(database, jobId);
  if (!isDone) throw new AppError('NOT_FOUND');
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
