import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Moves a file so that it survives a power failure: its bytes are synced first, then its new name. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncPath(from);
  await rename(from, to);
  await syncPath(folder);
  if (created !== undefined) await syncPath(dirname(created));
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file a second name. File systems without links get a copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error;
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/** Null if the file does not exist. Other errors, such as a broken disk, are thrown. */
export async function unlessMissing<Result>(found: Promise<Result>): Promise<Result | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
