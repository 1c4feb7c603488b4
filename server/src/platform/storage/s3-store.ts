import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Draft, MediaStore, SentAs, StoredFile } from './media-store.ts';
import { openBucket, type S3Bucket } from './s3-bucket.ts';
import { createS3Partials } from './s3-partials.ts';
import type { S3Settings } from './s3-settings.ts';
import { createSpool, type SpooledFile } from './spool.ts';

const FACTS_FOR_MS = 60_000;
const FACTS_AT_MOST = 1_000;
const READ_BYTES = 1 << 20;

/** Other objects have different names. */
const MEDIA_KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})$/;
const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

/**
 * A media store in a bucket of an S3-compatible storage. A file arrives in a local folder, because its name is known
 * only after its last byte and because tools need a local copy. Then it is uploaded under its final name, which
 * appears in the bucket when it is complete.
 * @param folder - for local copies
 * @throws StartError if the bucket cannot be used.
 */
export async function openS3Store(settings: S3Settings, folder: string): Promise<MediaStore> {
  const bucket = await openBucket(settings);
  const spool = createSpool(join(folder, 'drafts'));
  const facts = createFacts(bucket);

  const toDraft = ({ path, sha256, bytes, remove }: SpooledFile): Draft => ({
    sha256,
    bytes,
    discard: remove,
    withLocalFile: (run) => run(path),
    async keep() {
      await bucket.putStream(keyOf(sha256), createReadStream(path, { highWaterMark: READ_BYTES }));
      facts.forget(sha256);
      await remove();
    },
  });

  return {
    receive: async (source, maxBytes) => toDraft(await spool.write(source, maxBytes)),
    stat: facts.find,
    facts: facts.find,
    readAtOnce: async () => null,
    read: (sha256, span) => bucket.get(keyOf(sha256), span),
    handOver: () => null,
    async addressOf(sha256, as) {
      if (settings.reads === 'proxy') return null;
      return bucket.presign(keyOf(sha256), sentAs(as));
    },
    async withLocalFile(sha256, run) {
      const source = await bucket.get(keyOf(sha256));
      const { path, remove } = await spool.write(source, Number.POSITIVE_INFINITY);
      return run(path).finally(remove);
    },
    async delete(sha256) {
      await bucket.delete([keyOf(sha256)]);
      facts.forget(sha256);
    },
    async *list() {
      for await (const { key, bytes, modified } of bucket.list('')) {
        const sha256 = MEDIA_KEY.exec(key)?.[1];
        if (sha256 && key === keyOf(sha256)) yield { sha256, bytes, modified };
      }
    },
    partials: createS3Partials(bucket, { spool, toDraft }),
    async sweep() {
      await spool.sweep();
      await bucket.abortAbandoned();
    },
    async close() {
      bucket.close();
    },
  };
}

const sentAs = ({ mimeType, disposition }: SentAs) => ({
  'response-content-type': mimeType,
  ...(disposition ? { 'response-content-disposition': disposition } : {}),
});

/** Every range of a file needs its size first. Its bytes never change, so a cache of a minute saves most requests. */
function createFacts(bucket: S3Bucket) {
  const known = new Map<string, { file: StoredFile; until: number }>();

  async function find(sha256: string): Promise<StoredFile | null> {
    const found = known.get(sha256);
    if (found && found.until > Date.now()) return found.file;
    const file = await bucket.head(keyOf(sha256));
    known.delete(sha256);
    if (!file) return null;
    if (known.size >= FACTS_AT_MOST) known.delete(known.keys().next().value ?? '');
    known.set(sha256, { file, until: Date.now() + FACTS_FOR_MS });
    return file;
  }

  return { find, forget: (sha256: string) => void known.delete(sha256) };
}
