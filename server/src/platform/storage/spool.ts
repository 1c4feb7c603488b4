import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unlessMissing } from './durable-file.ts';

/** Several hosts may share a folder, and a host cannot check whether a process on another one is alive. */
const ABANDONED_AFTER_MS = 86_400_000;

export interface SpooledFile {
  path: string;
  sha256: string;
  bytes: number;
  remove(): Promise<void>;
}

/** A folder of files that belong to the process that writes them. */
export interface Spool {
  /** Writes a file and computes its hash on the way. @throws RangeError past `maxBytes`, with nothing left behind. */
  write(source: Readable, maxBytes: number): Promise<SpooledFile>;
  /** A new path in the folder, for a file or a folder that `remove` takes away. */
  reserve(): Promise<{ path: string; remove(): Promise<void> }>;
  /** Removes the files of dead processes. */
  sweep(): Promise<void>;
}

export function createSpool(folder: string): Spool {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const own = new Set<string>();

  async function reserve() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${host}-${process.pid}-${randomUUID()}`;
    own.add(name);
    const path = join(folder, name);
    const remove = async () => {
      await rm(path, { force: true, recursive: true });
      own.delete(name);
    };
    return { path, remove };
  }

  async function isAbandoned(name: string): Promise<boolean> {
    const [, fromHost, pid] = /^([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
    // In a container every process may have the number 1, so the process knows its own files by name.
    if (fromHost === host && Number(pid) === process.pid) return !own.has(name);
    if (fromHost === host && !isAlive(Number(pid))) return true;
    const found = await unlessMissing(stat(join(folder, name)));
    return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
  }

  return {
    reserve,
    async write(source, maxBytes) {
      const { path, remove } = await reserve().catch((error) => {
        source.destroy();
        throw error;
      });
      try {
        return { path, remove, ...(await writeAndHash(source, path, maxBytes)) };
      } catch (error) {
        await remove();
        throw error;
      }
    },
    async sweep() {
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        if (await isAbandoned(name)) await rm(join(folder, name), { force: true, recursive: true });
      }
    },
  };
}

async function writeAndHash(source: Readable, path: string, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // A source may fail before the file is open. Removing the file before that would leave it behind.
  const closed = new Promise<void>((resolve) => target.once('close', resolve));
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
    target,
  ).finally(() => closed);
  return { sha256: hash.digest('hex'), bytes };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch {
    return false;
  }
}
