import { type close as closeFile, createReadStream, open, read } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { moveDurably, unlessMissing } from './durable-file.ts';
import { createFolderPartials } from './folder-partials.ts';
import { createLentBuffers, type LentBuffers, type LentBytes } from './lent-buffers.ts';
import type { ByteSpan, ListedFile, MediaStore } from './media-store.ts';
import { createOpenFiles, type HeldFile } from './open-files.ts';
import { createSpool } from './spool.ts';

/** How the proxy in front of this server sends files: with the header of nginx and Caddy, or that of Apache and lighttpd. */
export const PROXY_SENDS = ['off', 'x-accel-redirect', 'x-sendfile'] as const;
export type ProxySends = (typeof PROXY_SENDS)[number];

/** Where the proxy has the folder of the media, if it gets no paths of the disk. */
const INTERNAL = '/earshot-media';

/** A media store in a folder, which several processes may share. A file gets its final name only when it is complete. */
export function createFolderStore(folder: string, proxySends: ProxySends = 'off'): MediaStore {
  const spool = createSpool(join(folder, 'drafts'));
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const files = createOpenFiles();
  const buffers = createLentBuffers();

  async function* list(): AsyncGenerator<ListedFile> {
    for (const part of (await unlessMissing(readdir(folder))) ?? []) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const sha256 of (await unlessMissing(readdir(join(folder, part)))) ?? []) {
        if (!/^[0-9a-f]{64}$/.test(sha256)) continue;
        const found = await unlessMissing(stat(pathOf(sha256)));
        if (found) yield { sha256, bytes: found.size, modified: found.mtime };
      }
    }
  }

  return {
    async receive(source, maxBytes) {
      const { path, sha256, bytes, remove } = await spool.write(source, maxBytes);
      return {
        sha256,
        bytes,
        discard: remove,
        async keep() {
          await moveDurably(path, pathOf(sha256));
          files.forget(pathOf(sha256));
        },
        withLocalFile: (run) => run(path),
      };
    },
    async stat(sha256) {
      const found = await unlessMissing(stat(pathOf(sha256)));
      return found && { bytes: found.size, modified: found.mtime };
    },
    async facts(sha256) {
      const file = await unlessMissing(files.hold(pathOf(sha256)));
      file?.release();
      return file && { bytes: file.bytes, modified: file.modified };
    },
    read: async (sha256, span) => streamHeld(await files.hold(pathOf(sha256)), span),
    async readAtOnce(sha256, span) {
      const file = await files.hold(pathOf(sha256));
      return readSpanAtOnce(file, span, buffers).finally(file.release);
    },
    addressOf: async () => null,
    handOver(sha256) {
      if (proxySends === 'off') return null;
      return proxySends === 'x-sendfile'
        ? { name: 'X-Sendfile', value: resolve(pathOf(sha256)) }
        : { name: 'X-Accel-Redirect', value: `${INTERNAL}/${sha256.slice(0, 2)}/${sha256}` };
    },
    withLocalFile: (sha256, run) => run(pathOf(sha256)),
    async delete(sha256) {
      await rm(pathOf(sha256), { force: true });
      files.forget(pathOf(sha256));
    },
    list,
    partials: createFolderPartials(join(folder, 'uploads'), { spool, pathOf }),
    sweep: spool.sweep,
    async close() {
      files.close();
    },
  };
}

const AT_ONCE_MAX = 1 << 20;
const readAt = promisify(read);

/** Reads a part of a file at once. Null if it is long, or if the memory for such parts is used up. */
async function readSpanAtOnce(
  { fd, bytes }: HeldFile,
  { first, last }: ByteSpan,
  buffers: LentBuffers,
): Promise<LentBytes | null> {
  const length = last - first + 1;
  const lent = length > AT_ONCE_MAX || last >= bytes ? null : buffers.lend(length);
  if (!lent) return null;
  try {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readAt(fd, lent.bytes, done, length - done, first + done);
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was.');
      done += bytesRead;
    }
    return lent;
  } catch (error) {
    lent.giveBack(true);
    throw error;
  }
}

/** Streams a file that may have other readers: destroying an ordinary stream would close it for all of them. */
function streamHeld({ fd, release }: HeldFile, span?: ByteSpan): Readable {
  const close = (_fd: number, done?: (error: null) => void) => {
    release();
    done?.(null);
  };
  const part = span ? { start: span.first, end: span.last } : { start: 0 };
  return createReadStream('', {
    fd,
    fs: { open, read, close: close as typeof closeFile },
    ...part,
  });
}
