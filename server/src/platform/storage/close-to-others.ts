import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../database/watch.ts';
import { unlessMissing } from './durable-file.ts';
import { OTHERS } from './open-data-dir.ts';

/**
 * Takes the rights of other local users away from the folder, which holds drafts and private audio, and from the media
 * in it, which earlier versions made readable.
 */
export async function closeToOthers(dataDir: string, report: Report): Promise<void> {
  const media = join(dataDir, 'media');
  try {
    const isOpen = async (path: string) =>
      (((await unlessMissing(stat(path)))?.mode ?? 0) & OTHERS) !== 0;
    if (await isOpen(dataDir)) await chmod(dataDir, 0o700);
    if (!(await isOpen(media))) return;
    for (const entry of await readdir(media, { recursive: true, withFileTypes: true })) {
      const mode = entry.isDirectory() ? 0o700 : 0o600;
      await unlessMissing(chmod(join(entry.parentPath, entry.name), mode));
    }
    await chmod(media, 0o700); // the last one, so that an interrupted start is repeated
  } catch (error) {
    report('warn', `Other users of this machine may read ${dataDir}: ${String(error)}`);
  }
}
