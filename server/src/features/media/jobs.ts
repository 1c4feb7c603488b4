import type { FeatureDeps, Tasks } from '../../feature.ts';
import { readColor } from '../../platform/images/read-color.ts';
import { StorageUnavailable } from '../../platform/storage/storage-unavailable.ts';
import * as repository from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Computes the accents of pictures that were stored by an older version. */
    read_image_colors: Record<string, never>;
  }
}

export const mediaTasks: Tasks = {
  read_image_colors: {
    everyMinutes: 60,
    async run(_payload, { deps, signal }) {
      await readColors(deps, signal);
    },
  },
};

const AT_ONCE = 100;

/**
 * Computes the accent of pictures that were stored without one. A picture whose file is missing counts as having
 * none.
 * @returns the number of pictures
 */
async function readColors(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const pictures = await repository.listUncolored(database, { after, limit: AT_ONCE });
    for (const { media_id, sha256 } of pictures) {
      signal.throwIfAborted();
      const color = await store.withLocalFile(sha256, readColor).catch(giveUpOnFile);
      await repository.saveColor(database, media_id, color ?? '');
      after = media_id;
      count += 1;
    }
    if (pictures.length < AT_ONCE) return count;
  }
}

function giveUpOnFile(error: unknown): null {
  if (error instanceof StorageUnavailable) throw error;
  return null;
}
