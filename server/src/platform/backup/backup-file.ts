import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  fromRandomAccessReaderPromise,
  openPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { unlessMissing } from '../storage/durable-file.ts';
import type { S3Bucket } from '../storage/s3-bucket.ts';
import { BackupRefused } from './backup-format.ts';

/** A backup in a folder or in a bucket. */
export interface BackupFile {
  /** For messages: a path, or the name in the bucket. */
  name: string;
  /** @throws BackupRefused if there is none. */
  open(): Promise<ZipFile>;
}

const WINDOW_BYTES = 1 << 18; // the list of 2,000 files
const OPTIONS = { lazyEntries: true, autoClose: false };

export const fileAt = (path: string): BackupFile => ({
  name: path,
  open: async () => (await unlessMissing(openPromise(path, OPTIONS))) ?? refuse(path),
});

/** It is read in parts as they are needed, so it needs no room on this machine. */
export const objectIn = (bucket: S3Bucket, key: string): BackupFile => ({
  name: key,
  async open() {
    const found = await bucket.head(key);
    if (!found) return refuse(key);
    const reader = new ObjectReader(bucket, key, found.bytes);
    return fromRandomAccessReaderPromise(reader, found.bytes, OPTIONS);
  },
});

function refuse(name: string): never {
  throw new BackupRefused(`There is no file ${name}.`);
}

/** A short part is read with what follows it: a list is read in pieces of 46 bytes, and each request costs time and money. */
class ObjectReader extends RandomAccessReader {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #length: number;
  #window = { start: 0, end: 0, bytes: Buffer.alloc(0) };

  constructor(bucket: S3Bucket, key: string, length: number) {
    super();
    this.#bucket = bucket;
    this.#key = key;
    this.#length = length;
  }

  /** @param end - the byte after the last one */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    if (end - start > WINDOW_BYTES) yield* await this.#get(start, end);
    else yield await this.#readShort(start, end);
  }

  async #readShort(start: number, end: number): Promise<Buffer> {
    let window = this.#window;
    if (start < window.start || end > window.end) {
      const last = Math.min(start + WINDOW_BYTES, this.#length);
      window = { start, end: last, bytes: await buffer(await this.#get(start, last)) };
      this.#window = window;
    }
    return window.bytes.subarray(start - window.start, end - window.start);
  }

  async #get(start: number, end: number): Promise<Readable> {
    return this.#bucket.get(this.#key, { first: start, last: end - 1 });
  }
}
