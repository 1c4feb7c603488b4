import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import * as repository from './removal-repository.ts';
import { announceShow, pushLive } from './show-changes.ts';

/**
 * Restores a deleted show, and those of its episodes that were not deleted separately. A show that is not deleted
 * does not change.
 * @throws AppError SHOW_UNAVAILABLE if it is too late; FORBIDDEN for its owner, if an administrator has removed it
 */
export async function restoreShow(
  deps: Pick<FeatureDeps, 'database' | 'config' | 'jobs' | 'push'>,
  showId: number,
  actor: Pick<Actor, 'isAdmin'>,
): Promise<void> {
  const followed = await deps.database.transaction().execute(async (transaction) => {
    const show = await repository.lockRestorable(transaction, showId);
    if (!show) throw new AppError('SHOW_UNAVAILABLE');
    if (show.removed_by_host) requireHost(actor, show);
    if (!show.is_deleted) return [];
    await repository.unmarkDeleted(transaction, showId);
    await repository.dropSharedGuid(transaction, showId);
    await announceShow(deps, transaction, showId);
    // Its scheduled episodes may be due by now.
    await deps.jobs.add(transaction, 'publish_overdue', {});
    return repository.listFollowed(transaction, [showId]);
  });
  pushLive(deps.push, followed, true);
}

/** @throws AppError FORBIDDEN for others than administrators: an administrator has removed it */
export function requireHost(
  { isAdmin }: Pick<Actor, 'isAdmin'>,
  { restorable_until }: { restorable_until: Date },
): void {
  if (isAdmin) return;
  const values = { until: restorable_until.toISOString() };
  throw new Refusal('FORBIDDEN', [{ words: 'removed_by_host', values }]);
}

/**
 * Removes for good the shows that can no longer be restored. Their episodes must be removed before, because they are
 * too many for one transaction.
 */
export async function purgeShows(
  database: Database,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  for (let removed = 0; ; ) {
    signal?.throwIfAborted();
    if (!(await repository.deleteOver(database))) return removed;
    removed += 1;
  }
}
