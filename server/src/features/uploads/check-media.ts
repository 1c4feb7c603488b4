import type { FeatureDeps } from '../../feature.ts';
import { checkFiles, type FileProblem } from '../media/media.ts';
import * as cleanup from './cleanup-repository.ts';
import { listStrayParts } from './expire-uploads.ts';

const AT_ONCE = 500;

/** An inconsistency between the database and the storage. */
export type MediaProblem =
  | FileProblem
  /** Bytes of an unfinished upload are lost. */
  | { problem: 'incomplete'; upload_id: number; expected: number }
  /** Bytes of a finished or removed upload are left. */
  | { problem: 'leftover'; upload: string };

/**
 * Compares the database with the storage in both directions. It changes nothing, and may run while the server does:
 * files that are being stored can then show up as `stray`, with the time of storage.
 */
export async function* checkMedia(
  deps: Pick<FeatureDeps, 'database' | 'store'>,
  now: Date = new Date(),
): AsyncGenerator<MediaProblem> {
  yield* checkFiles(deps);
  const parts = new Map<string, number>();
  for await (const { id, bytes } of deps.store.partials.list()) parts.set(id, bytes);
  for (let after = 0; ; ) {
    const uploads = await cleanup.listUnfinished(deps.database, { after, limit: AT_ONCE });
    for (const { uploadId, receivedSize } of uploads) {
      if ((parts.get(String(uploadId)) ?? 0) >= receivedSize) continue;
      yield { problem: 'incomplete', upload_id: uploadId, expected: receivedSize };
    }
    after = uploads.at(-1)?.uploadId ?? 0;
    if (uploads.length < AT_ONCE) break;
  }
  for await (const upload of listStrayParts(deps, now)) yield { problem: 'leftover', upload };
}
