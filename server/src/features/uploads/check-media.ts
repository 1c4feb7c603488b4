import type { FeatureDeps } from '../../feature.ts';
import { checkFiles, type FileProblem } from '../media/media.ts';
import * as cleanup from './cleanup-repository.ts';
import { listStrayParts } from './expire-uploads.ts';

const AT_ONCE = 500;

/** What is wrong between the database and the storage. */
export type MediaProblem =
  | FileProblem
  /** Bytes of an unfinished upload are lost. */
  | { problem: 'incomplete'; upload_id: number; expected: number }
  /** Bytes are left over from an upload that is finished or gone. */
  | { problem: 'leftover'; upload: string };

/**
 * Finds what does not fit between the database and the storage, both ways. It changes nothing, and it may run while the
 * server does: then files that are stored just now can show up as `stray`, with the time at which they were stored.
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
