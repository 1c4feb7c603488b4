import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file on its way in: its bytes are safe on disk, but nothing refers to them yet. */
export interface Draft {
  path: string;
  sha256: string;
  bytes: number;
  discard(): Promise<void>;
}

export interface ByteSpan {
  /** First and last byte, both inclusive. */
  first: number;
  last: number;
}

/** Where audio and pictures are kept, by the hash of their bytes. */
export interface MediaStore {
  /** @throws RangeError past `maxBytes`. */
  receive(source: Readable, maxBytes: number): Promise<Draft>;
  /** Makes a draft permanent. The same bytes are kept once. */
  keep(draft: Draft): Promise<void>;
  stat(sha256: string): Promise<{ bytes: number; modified: Date } | null>;
  read(sha256: string, span?: ByteSpan): Readable;
  /** Where the file lies, for tools that want a path. */
  path(sha256: string): string;
  /** Removes drafts that a killed process left behind. */
  sweep(): Promise<void>;
}

/** Files in a folder. A file is whole from the moment that it has its name. */
export function createFolderStore(folder: string): MediaStore {
  const drafts = join(folder, 'drafts');
  const path = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  return {
    path,
    async receive(source, maxBytes) {
      await mkdir(drafts, { recursive: true });
      const file = join(drafts, `${process.pid}-${randomUUID()}`);
      const discard = () => rm(file, { force: true });
      try {
        return { path: file, ...(await write(source, file, maxBytes)), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    async keep({ path: draft, sha256 }) {
      const target = path(sha256);
      await mkdir(dirname(target), { recursive: true });
      await sync(draft);
      await rename(draft, target);
      await sync(dirname(target));
    },
    async stat(sha256) {
      const found = await stat(path(sha256)).catch(() => null);
      return found && { bytes: found.size, modified: found.mtime };
    },
    read(sha256, span) {
      return createReadStream(path(sha256), span ? { start: span.first, end: span.last } : {});
    },
    async sweep() {
      for (const name of await readdir(drafts).catch(() => [])) {
        if (!isAlive(Number.parseInt(name, 10))) await rm(join(drafts, name), { force: true });
      }
    },
  };
}

async function write(source: Readable, file: string, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    source,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new RangeError(`larger than ${maxBytes} bytes`);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx' }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

/** Survives a power cut: the bytes, and for a folder the names in it. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch {
    return false;
  }
}
