import type { FeatureDeps } from '../../feature.ts';
import { listStray } from './collect-garbage.ts';
import * as repository from './repository.ts';

const AT_ONCE = 500;

/** An inconsistency of a stored file. */
export type FileProblem =
  /** A file of the database is not stored. */
  | { problem: 'missing'; sha256: string; media_id: number }
  /** The length of a file differs from that in the database. */
  | { problem: 'damaged'; sha256: string; media_id: number; bytes: number }
  /** A stored file is unknown to the database. If it is young, its owner may not be saved yet. */
  | { problem: 'stray'; sha256: string; bytes: number; modified: Date };

/** Compares the stored files with the database in both directions. */
export async function* checkFiles({
  database,
  store,
}: Pick<FeatureDeps, 'database' | 'store'>): AsyncGenerator<FileProblem> {
  for (let after = 0; ; ) {
    const media = await repository.listMedia(database, { after, limit: AT_ONCE });
    for (const { media_id, sha256, file_size } of media) {
      const file = await store.stat(sha256);
      if (!file) yield { problem: 'missing', sha256, media_id };
      else if (file.bytes !== Number(file_size)) {
        yield { problem: 'damaged', sha256, media_id, bytes: file.bytes };
      }
    }
    after = media.at(-1)?.media_id ?? 0;
    if (media.length < AT_ONCE) break;
  }
  for await (const file of listStray({ database, store })) yield { problem: 'stray', ...file };
}
