import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nameFullDisk } from './name-full-disk.ts';

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
