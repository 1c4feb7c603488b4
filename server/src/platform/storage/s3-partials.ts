import { Readable } from 'node:stream';
import type { Draft, ListedPartial, PartialFiles, PartialWriter } from './media-store.ts';
import type { S3Bucket, StoredObject } from './s3-bucket.ts';
import type { Spool, SpooledFile } from './spool.ts';

/** A part is in memory until it is stored. */
const PART_BYTES = 4 << 20;
const FOLDER = 'uploads/';

export interface S3PartialsOptions {
  spool: Spool;
  toDraft(file: SpooledFile): Draft;
}

/**
 * Each partial file is a row of objects, named after their first byte and their writer. They may have any length,
 * unlike the parts of S3's own multipart upload, so a client that sends little at a time loses nothing. An object
 * left from a killed writer is replaced by that of a later writer at the same byte, or does not fit the row and is
 * ignored.
 */
export function createS3Partials(
  bucket: S3Bucket,
  { spool, toDraft }: S3PartialsOptions,
): PartialFiles {
  const prefixOf = (id: string) => `${FOLDER}${id}/`;
  const keyOf = (id: string, start: number, writer: number) =>
    `${prefixOf(id)}${padded(start)}-${padded(writer)}`;

  async function listParts(id: string): Promise<StoredObject[]> {
    const parts: StoredObject[] = [];
    for await (const part of bucket.list(prefixOf(id))) parts.push(part);
    return parts;
  }

  /** The row of objects that makes up the file. */
  async function rowOf(id: string, length: number): Promise<StoredObject[]> {
    const parts = (await listParts(id)).sort((a, b) => (a.key < b.key ? -1 : 1));
    // The last entry for a byte wins: it has the highest writer.
    const byStart = new Map(parts.map((part) => [startOf(part.key), part]));
    const row: StoredObject[] = [];
    for (let start = 0; start < length; ) {
      const part = byStart.get(start);
      if (!part || part.bytes === 0) throw missing(id, start, length);
      row.push(part);
      start += part.bytes;
    }
    return row;
  }

  async function* readRow(row: readonly StoredObject[]): AsyncGenerator<Buffer> {
    for (const { key } of row) yield* (await bucket.get(key)) as AsyncIterable<Buffer>;
  }

  return {
    open: async (id, { length, writer }) =>
      createWriter(length, (start, part) => bucket.put(keyOf(id, start, writer), part)),

    async assemble(id, length) {
      const row = await rowOf(id, length);
      const source = Readable.from(readRow(row), { objectMode: false });
      const file = await spool.write(source, length);
      if (file.bytes === length) return toDraft(file);
      await file.remove();
      throw missing(id, file.bytes, length);
    },

    async remove(id) {
      await bucket.delete((await listParts(id)).map(({ key }) => key));
    },

    async *list() {
      const found = new Map<string, ListedPartial>();
      for await (const { key, bytes, modified } of bucket.list(FOLDER)) {
        const id = key.split('/')[1] ?? '';
        const known = found.get(id);
        found.set(id, {
          id,
          bytes: bytes + (known?.bytes ?? 0),
          modified: known && known.modified > modified ? known.modified : modified,
        });
      }
      yield* found.values();
    },
  };
}

const padded = (number: number) => String(number).padStart(16, '0');
const startOf = (key: string) => Number(/(\d+)-\d+$/.exec(key)?.[1]);

function createWriter(
  start: number,
  store: (start: number, part: Buffer) => Promise<void>,
): PartialWriter {
  let stored = start;
  let waiting: Buffer[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    if (bytes === 0) return;
    const part = Buffer.concat(waiting, bytes);
    await store(stored, part);
    stored += part.length;
    waiting = [];
    bytes = 0;
  }

  return {
    async write(chunk) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= PART_BYTES) await flush();
    },
    async sync() {
      await flush();
      return stored;
    },
    async close() {
      waiting = [];
    },
  };
}

function missing(id: string, start: number, length: number): Error {
  const message = `the upload ${id} has ${start} bytes instead of ${length}`;
  return Object.assign(new Error(message), { code: 'ENOENT' });
}
