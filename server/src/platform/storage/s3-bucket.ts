import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartError } from '../start-error.ts';
import type { ByteSpan } from './media-store.ts';
import { onlySpan, unlessStalled } from './pass-on.ts';
import { createPresigner } from './presign.ts';
import type { S3Settings } from './s3-settings.ts';
import { StorageUnavailable } from './storage-unavailable.ts';

const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 15_000; // until the headers of an answer
const STORE_WITHIN_MS = 300_000; // a part of 8 MiB at 30 kB/s
const SILENCE_MS = 20_000;
const PART_BYTES = 8 << 20;
const PARTS_MAX = 9_000; // S3 allows 10,000. The rest is for a body that is longer than expected
const PARTS_AT_ONCE = 2; // each is in memory while it is sent
const DELETED_AT_ONCE = 8;
const ABANDONED_AFTER_MS = 86_400_000;

export interface StoredObject {
  key: string;
  bytes: number;
  modified: Date;
}

/** One bucket. Every failure but a missing object is a `StorageUnavailable`. */
export interface S3Bucket {
  /** Null if there is no such object. */
  head(key: string): Promise<Omit<StoredObject, 'key'> | null>;
  /** Resolves when the first bytes are on their way. A missing object is `ENOENT`. */
  get(key: string, span?: ByteSpan): Promise<Readable>;
  /** Stores a small object. */
  put(key: string, body: Buffer): Promise<void>;
  /**
   * Stores a large object in parts. If that fails, the parts are removed.
   * @param expectedBytes - parts of an object of more than 70 GB are larger, because their number is limited
   */
  putStream(key: string, body: Readable, expectedBytes?: number): Promise<void>;
  list(prefix: string): AsyncIterable<StoredObject>;
  delete(keys: readonly string[]): Promise<void>;
  /** Removes the parts of uploads that were abandoned a day ago. */
  abortAbandoned(): Promise<void>;
  /** Removes the parts of all uploads whose key begins so. */
  abortUploads(prefix: string): Promise<void>;
  presign(key: string, query: Readonly<Record<string, string>>): Promise<string>;
  close(): void;
}

/** The words for a bucket in messages. */
export interface BucketName {
  /** The setting that names it. */
  setting: string;
  storage: string;
}

const MEDIA: BucketName = { setting: 'S3_BUCKET', storage: 'The storage of media' };

/** @throws StartError if the bucket cannot be used. */
export async function openBucket(
  settings: S3Settings,
  name: BucketName = MEDIA,
): Promise<S3Bucket> {
  const client = createClient(settings);
  const { bucket: Bucket } = settings;
  try {
    await client.send(new HeadBucketCommand({ Bucket }), { requestTimeout: ANSWER_WITHIN_MS });
  } catch (cause) {
    client.destroy();
    throw new StartError(`${name.setting} "${Bucket}" cannot be used: ${explain(cause)}.`, {
      cause,
    });
  }
  return createBucket(client, settings, name);
}

function createClient({ endpoint, region, credentials, forcePathStyle }: S3Settings): S3Client {
  // The SDK's version is pinned. Its warning concerns future versions.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  // Each listener of a proxied file occupies a connection.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Servers other than Amazon's refuse the checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: STORE_WITHIN_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

function createBucket(client: S3Client, settings: S3Settings, { storage }: BucketName): S3Bucket {
  const Bucket = settings.bucket;
  const { attempt, unlessMissing } = translateFailures(storage);
  const soon = { requestTimeout: ANSWER_WITHIN_MS };
  const sign = createPresigner(settings, () => client.config.credentials());

  async function abortSome(
    search: { Prefix?: string },
    isWanted: (upload: MultipartUpload) => boolean,
  ): Promise<void> {
    const { Uploads = [] } = await client
      .send(new ListMultipartUploadsCommand({ Bucket, ...search }), soon)
      .catch(() => ({ Uploads: [] })); // some servers cannot list them
    for (const { Key, UploadId } of Uploads.filter(isWanted)) {
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), soon)
        .catch(() => {}); // another process was faster
    }
  }

  return {
    async head(Key) {
      const found = await unlessMissing(
        client.send(new HeadObjectCommand({ Bucket, Key }), soon),
        'NotFound',
      );
      return (
        found && { bytes: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) }
      );
    },

    async get(Key, span) {
      const Range = span && `bytes=${span.first}-${span.last}`;
      const found = await unlessMissing(
        client.send(new GetObjectCommand({ Bucket, Key, Range }), soon),
      );
      if (!found) throw Object.assign(new Error(`${Key} is missing`), { code: 'ENOENT' });
      const body = unlessStalled(found.Body as Readable, SILENCE_MS);
      return span ? onlySpan(body, span, found.ContentRange) : body;
    },

    async put(Key, Body) {
      await attempt(client.send(new PutObjectCommand({ Bucket, Key, Body })));
    },

    async putStream(Key, Body, expectedBytes = 0) {
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body },
        partSize: Math.max(PART_BYTES, Math.ceil(expectedBytes / PARTS_MAX)),
        queueSize: PARTS_AT_ONCE,
      });
      await attempt(upload.done()).finally(() => Body.destroy());
    },

    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await attempt(
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), soon),
        );
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          yield { key: Key, bytes: Size, modified: LastModified ?? new Date(0) };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    // One by one: servers disagree on the checksum of a request for several.
    async delete(keys) {
      const left = [...keys];
      const deleteNext = async (): Promise<void> => {
        const Key = left.pop();
        if (Key === undefined) return;
        await unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key }), soon));
        return deleteNext();
      };
      await Promise.all(Array.from({ length: DELETED_AT_ONCE }, deleteNext));
    },

    abortAbandoned: () =>
      abortSome({}, ({ Initiated }) => {
        const age = Date.now() - (Initiated?.getTime() ?? Date.now());
        return age >= ABANDONED_AFTER_MS;
      }),

    abortUploads: (Prefix) => abortSome({ Prefix }, ({ Key = '' }) => Key.startsWith(Prefix)),

    presign: sign,
    close: () => client.destroy(),
  };
}

/** Every failure of the storage becomes a `StorageUnavailable`. */
function translateFailures(storage: string) {
  async function attempt<Result>(sent: Promise<Result>): Promise<Result> {
    try {
      return await sent;
    } catch (cause) {
      throw new StorageUnavailable(`${storage} fails: ${explain(cause)}.`, { cause });
    }
  }

  /**
   * Null if the object does not exist. An answer to HEAD has no body, so only its status counts. Any other answer must
   * name the missing object: a proxy's page has the status 404 as well.
   */
  async function unlessMissing<Result>(
    sent: Promise<Result>,
    missing: 'NotFound' | 'NoSuchKey' = 'NoSuchKey',
  ): Promise<Result | null> {
    const found = sent.catch((error: unknown) => {
      if ((error as Error).name === missing) return null;
      throw error;
    });
    return attempt(found);
  }

  return { attempt, unlessMissing };
}

interface Answer {
  httpStatusCode?: number;
}

function explain(error: unknown): string {
  const { name, message, $metadata } = error as Error & { $metadata?: Answer };
  const status = $metadata?.httpStatusCode ? ` (status ${$metadata.httpStatusCode})` : '';
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return `${[name, code, message].filter((part) => part && part !== 'UnknownError').join(' ')}${status}`;
}
