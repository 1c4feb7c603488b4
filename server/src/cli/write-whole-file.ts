import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageUnavailable } from '../platform/storage/storage-unavailable.ts';

/** Writes a file atomically: readers never see a partial file, and a failure leaves the previous one. */
export async function writeWholeFile(
  path: string,
  content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  { mode = 0o666 }: { mode?: number } = {},
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(draft, { mode, flags: 'wx' }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    return nameFullDisk(path)(error as Error);
  }
}

/** Catches the error of a full disk, which names no file: the disk may be another than that of DATA_DIR. */
export const nameFullDisk =
  (path: string) =>
  (cause: NodeJS.ErrnoException): never => {
    if (!/^(ENOSPC|EDQUOT)$/.test(cause.code ?? '')) throw cause;
    throw new StorageUnavailable(`There is no room for ${path}: ${cause.message}`, { cause });
  };
