import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { linkOrCopy, moveDurably, syncPath, unlessMissing } from './durable-file.ts';
import type { PartialFiles, PartialWriter } from './media-store.ts';
import type { Spool } from './spool.ts';

const READ_BYTES = 1 << 20;

export interface FolderPartialsOptions {
  spool: Spool;
  /** The path of the complete file. */
  pathOf(sha256: string): string;
}

/** Each partial file is one file, which grows. */
export function createFolderPartials(
  folder: string,
  { spool, pathOf }: FolderPartialsOptions,
): PartialFiles {
  const partOf = (id: string) => join(folder, id);

  return {
    async open(id, { length }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(partOf(id), length === 0 ? 'w' : 'r+', 0o600);
      try {
        await cutTo(file, length);
        if (length === 0) await syncPath(folder);
      } catch (error) {
        await file.close();
        throw error;
      }
      return writeTo(file, length);
    },

    async assemble(id, length) {
      const part = partOf(id);
      const file = await open(part, 'r+');
      await cutTo(file, length).finally(() => file.close());
      const sha256 = await hashOf(part);
      return {
        sha256,
        bytes: length,
        withLocalFile: (run) => run(part),
        discard: async () => {},
        async keep() {
          // The part stays until the database knows the file: a crash before that must lose nothing.
          const draft = await spool.reserve();
          try {
            await linkOrCopy(part, draft.path);
            const now = new Date();
            await utimes(draft.path, now, now);
            await moveDurably(draft.path, pathOf(sha256));
          } finally {
            await draft.remove();
          }
        },
      };
    },

    remove: (id) => rm(partOf(id), { force: true }),

    async *list() {
      for (const id of (await unlessMissing(readdir(folder))) ?? []) {
        const found = await unlessMissing(stat(partOf(id)));
        if (found) yield { id, bytes: found.size, modified: found.mtime };
      }
    },
  };
}

/** Removes bytes that a killed writer left after the known length. */
async function cutTo(file: FileHandle, length: number): Promise<void> {
  const { size } = await file.stat();
  if (size < length) {
    const message = `a partial file has ${size} bytes instead of ${length}`;
    throw Object.assign(new Error(message), { code: 'ENOENT' });
  }
  if (size > length) await file.truncate(length);
}

function writeTo(file: FileHandle, start: number): PartialWriter {
  let length = start;
  return {
    async write(chunk) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, length);
        done += bytesWritten;
        length += bytesWritten;
      }
    },
    async sync() {
      await file.datasync();
      return length;
    },
    close: () => file.close(),
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
