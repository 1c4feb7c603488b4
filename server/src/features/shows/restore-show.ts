import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './removal-repository.ts';
import { announceShow } from './show-changes.ts';

/**
 * Takes the deletion of a show back, and shows those of its episodes that were not deleted themselves. A show that is there
 * stays as it is.
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
    // The time of its scheduled episodes may have come meanwhile.
    await deps.jobs.add(transaction, 'publish_overdue', {});
  });
}

/**
 * Removes for good the shows that were deleted so long ago that they do not come back. Their episodes must be gone: they are
 * too many to go in one transaction.
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
