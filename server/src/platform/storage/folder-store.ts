import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from './media-store.ts';

/** A media store in a folder. A file gets its final name only when it is complete. */
export function createFolderStore(folder: string): MediaStore {
  const drafts = join(folder, 'drafts');
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  return {
    async receive(source, maxBytes) {
      await mkdir(drafts, { recursive: true });
      const draft = join(drafts, `${process.pid}-${randomUUID()}`);
      const discard = () => rm(draft, { force: true });
      try {
        const { sha256, bytes } = await write(source, draft, maxBytes);
        return {
          sha256,
          bytes,
          discard,
          keep: () => moveDurably(draft, pathOf(sha256)),
          withLocalFile: (run) => run(draft),
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    async stat(sha256) {
      const found = await unlessMissing(stat(pathOf(sha256)));
      return found && { bytes: found.size, modified: found.mtime };
    },
    async read(sha256, span) {
      const file = await open(pathOf(sha256));
      return file.createReadStream(span ? { start: span.first, end: span.last } : {});
    },
    withLocalFile: (sha256, run) => run(pathOf(sha256)),
    async sweep() {
      for (const name of (await unlessMissing(readdir(drafts))) ?? []) {
        if (!isAlive(Number.parseInt(name, 10))) await rm(join(drafts, name), { force: true });
      }
    },
  };
}

/** Null if the file does not exist. Other errors, such as a broken disk, must not look like that. */
async function unlessMissing<Result>(found: Promise<Result>): Promise<Result | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
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

/** Moves a file so that it survives a power cut: first its bytes are synced, then its new name. */
async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}

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
