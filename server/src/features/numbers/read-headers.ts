import { buffer } from 'node:stream/consumers';
import type { FeatureDeps } from '../../feature.ts';
import { skipId3 } from '../../platform/audio/skip-id3.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { listUnread, saveHeader } from './files-repository.ts';

/**
 * Reads the length of the header of each file whose length is unknown: the ID3v2 tag of an MP3. A file that is no
 * longer stored stays unknown, so that only its whole is a download.
 */
export async function readHeaders(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { media_id, sha256 } of await listUnread(database)) {
    signal.throwIfAborted();
    const file = await store.stat(sha256);
    if (file) await saveHeader(database, media_id, await measureHeader(store, sha256, file.bytes));
  }
}

const measureHeader = (store: MediaStore, sha256: string, bytes: number): Promise<number> =>
  skipId3(async (offset, count) => {
    if (offset >= bytes) return Buffer.alloc(0);
    const last = Math.min(offset + count, bytes) - 1;
    return buffer(await store.read(sha256, { first: offset, last }));
  });
