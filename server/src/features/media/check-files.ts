import type { FeatureDeps } from '../../feature.ts';
import { listStray } from './collect-garbage.ts';
import * as repository from './repository.ts';

const AT_ONCE = 500;

/** What is wrong with a stored file. */
export type FileProblem =
  /** The database knows a file that is not stored. */
  | { problem: 'missing'; sha256: string; media_id: number }
  /** A file has another length than the database knows. */
  | { problem: 'damaged'; sha256: string; media_id: number; bytes: number }
  /** A file is stored that the database does not know. A young one may belong to somebody who is about to save it. */
  | { problem: 'stray'; sha256: string; bytes: number; modified: Date };

/** Compares the stored files with the database, both ways. */
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
