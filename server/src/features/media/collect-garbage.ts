import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { mayRemoveFiles } from '../../platform/storage/hold-files.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import * as repository from './repository.ts';

/** A file gets its owner some time after it was stored, for example when an import has read its whole item. */
const OWNER_WITHIN_MS = 3_600_000;
/** A file without a row is left from a crash, or its import waits for a lost database. */
const ROW_WITHIN_MS = 86_400_000;
const AT_ONCE = 500;

export type CollectDeps = Pick<FeatureDeps, 'database' | 'store' | 'images'>;

export interface Collected {
  files: number;
  bytes: number;
}

/** Removes unused files: first their rows, then the files themselves. */
export async function collectGarbage(
  { database, store, images }: CollectDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<Collected> {
  const collected: Collected = { files: 0, bytes: 0 };
  const before = new Date(now.getTime() - OWNER_WITHIN_MS);
  const fileBefore = new Date(now.getTime() - ROW_WITHIN_MS);
  const owners = await repository.listOwners(database);
  for (let after = 0; ; ) {
    const ids = await repository.listUnowned(database, owners, { after, before, limit: AT_ONCE });
    for (const mediaId of ids) {
      signal?.throwIfAborted();
      const sha256 = await repository.deleteUnowned(database, owners, { mediaId, before });
      if (sha256 === null) continue;
      await images.forget(sha256);
      add(collected, await deleteFile({ database, store }, sha256, before));
    }
    after = ids.at(-1) ?? 0;
    if (ids.length < AT_ONCE) break;
  }
  for await (const { sha256 } of listStray({ database, store })) {
    signal?.throwIfAborted();
    add(collected, await deleteFile({ database, store }, sha256, fileBefore));
  }
  return collected;
}

function add(collected: Collected, bytes: number | null): void {
  if (bytes === null) return;
  collected.files += 1;
  collected.bytes += bytes;
}

/**
 * Removes a file without a row. Code that saves a file holds the same lock and checks that the file exists.
 * @returns its bytes. Null if it was stored again, is too young, or is held.
 */
function deleteFile(
  { database, store }: Pick<CollectDeps, 'database' | 'store'>,
  sha256: string,
  before: Date,
): Promise<number | null> {
  return database.transaction().execute(async (transaction) => {
    await repository.lockFile(transaction, sha256);
    if (!(await mayRemoveFiles(transaction))) return null;
    if (await repository.findMedia(transaction, sha256)) return null;
    const file = await store.stat(sha256);
    if (!file || file.modified > before) return null;
    await store.delete(sha256);
    return file.bytes;
  });
}

export interface StrayFile {
  sha256: string;
  bytes: number;
  modified: Date;
}

/** Files without a row, except today's, whose owners may not be saved yet. */
export async function* listStray({
  database,
  store,
}: {
  database: Database;
  store: MediaStore;
}): AsyncGenerator<StrayFile> {
  let batch: StrayFile[] = [];
  const strays = async () => {
    const known = await repository.listKnown(
      database,
      batch.map(({ sha256 }) => sha256),
    );
    return batch.filter(({ sha256 }) => !known.has(sha256));
  };
  for await (const file of store.list()) {
    batch.push(file);
    if (batch.length < AT_ONCE) continue;
    yield* await strays();
    batch = [];
  }
  yield* await strays();
}
