import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { moveDurably } from '../storage/durable-file.ts';

const PARTIAL = /^(.+)\.\d+\.partial$/;

/** The name that a partial file would get once it is complete. Undefined for every other file. */
export const nameOfPartial = (name: string): string | undefined => PARTIAL.exec(name)?.[1];

/** Writes a file, which gets its name when it is complete and on the disk. If that fails, nothing is left. */
export async function storeFile(path: string, source: Readable): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    await moveDurably(partial, path);
  } catch (error) {
    source.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}
