import type { FeatureDeps } from '../../feature.ts';
import * as cleanup from './cleanup-repository.ts';
import * as repository from './repository.ts';

const DAY_MS = 86_400_000;
/** An upload that no episode has used for this long is removed. */
const UNUSED_FOR_MS = 30 * DAY_MS;
/** The file of a failed upload is useless. The reason stays. */
const FAILED_FOR_MS = DAY_MS;

/** Removes abandoned and unused uploads, and bytes left by crashes. */
export async function expireUploads(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  for (const uploadId of await cleanup.expire(database, now)) {
    signal?.throwIfAborted();
    await store.partials.remove(String(uploadId));
  }
  await cleanup.dropUnused(database, ago(UNUSED_FOR_MS));
  await cleanup.releaseFailed(database, ago(FAILED_FOR_MS));
  for await (const uploadId of listStrayParts({ database, store }, now)) {
    signal?.throwIfAborted();
    await store.partials.remove(uploadId);
  }
}

/** Partial files without an unfinished upload, except today's. */
export async function* listStrayParts(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  now: Date,
): AsyncGenerator<string> {
  const before = new Date(now.getTime() - DAY_MS);
  for await (const { id, modified } of store.partials.list()) {
    if (modified > before) continue;
    const upload = /^\d{1,9}$/.test(id) ? await repository.findUpload(database, Number(id)) : null;
    if (upload?.state !== 'uploading') yield id;
  }
}
