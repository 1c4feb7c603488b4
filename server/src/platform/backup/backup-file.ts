import { Readable } from 'node:stream';
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
    return fromRandomAccessReaderPromise(new ObjectReader(bucket, key), found.bytes, OPTIONS);
  },
});

function refuse(name: string): never {
  throw new BackupRefused(`There is no file ${name}.`);
}

class ObjectReader extends RandomAccessReader {
  readonly #bucket: S3Bucket;
  readonly #key: string;

  constructor(bucket: S3Bucket, key: string) {
    super();
    this.#bucket = bucket;
    this.#key = key;
  }

  /** @param end - the byte after the last one */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    yield* (await this.#bucket.get(this.#key, {
      first: start,
      last: end - 1,
    })) as AsyncIterable<Buffer>;
  }
}
