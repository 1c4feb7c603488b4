import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './removal-repository.ts';

/**
 * Takes the deletion of a show back, and shows those of its episodes that were not deleted themselves. A show that is there
 * stays as it is.
 * @throws AppError SHOW_UNAVAILABLE if it is too late
 */
export async function restoreShow(
  { database }: Pick<FeatureDeps, 'database'>,
  showId: number,
): Promise<void> {
  const isThere = await repository.unmarkDeleted(database, showId);
  if (!isThere) throw new AppError('SHOW_UNAVAILABLE');
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
