import type { Database } from '../../platform/database/database.ts';
import { deleteOver } from './removal-repository.ts';

const AT_ONCE = 20; // an episode may have 100,000 likes and messages

export interface PurgeOptions {
  signal?: AbortSignal;
  atOnce?: number;
}

/**
 * Removes for good the episodes that can no longer be restored, and those of such shows. Each batch has its own
 * transaction, so that a killed process leaves no partial episode. Their files are collected later.
 */
export async function purgeEpisodes(
  database: Database,
  { signal, atOnce = AT_ONCE }: PurgeOptions = {},
): Promise<number> {
  for (let removed = 0; ; ) {
    signal?.throwIfAborted();
    const batch = await database
      .transaction()
      .execute((transaction) => deleteOver(transaction, atOnce));
    if (batch === 0) return removed;
    removed += batch;
  }
}
