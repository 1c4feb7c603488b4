import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './removal-repository.ts';
import { announceShow } from './show-changes.ts';

/**
 * Restores a deleted show, and those of its episodes that were not deleted separately. A show that is not deleted
 * does not
 * change.
 * @throws AppError SHOW_UNAVAILABLE if it is too late
 */
export async function restoreShow(
  deps: Pick<FeatureDeps, 'database' | 'config' | 'jobs'>,
  showId: number,
): Promise<void> {
  await deps.database.transaction().execute(async (transaction) => {
    const isThere = await repository.unmarkDeleted(transaction, showId);
    if (!isThere) throw new AppError('SHOW_UNAVAILABLE');
    await announceShow(deps, transaction, showId);
    // Its scheduled episodes may be due by now.
    await deps.jobs.add(transaction, 'publish_overdue', {});
  });
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
