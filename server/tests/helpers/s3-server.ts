import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../../src/platform/storage/s3-settings.ts';

/** A server of the S3 protocol, which tests can watch and disturb. */
export interface S3Server {
  settings: S3Settings & { endpoint: string };
  /** The same as variables of the environment. */
  env: Record<string, string>;
  /** `METHOD path?query` of every request so far. */
  requests: string[];
  /** The server answers a request with the returned status and does nothing; `hang` leaves it without an answer. */
  disturb: (request: string) => number | 'hang' | null;
  close(): Promise<void>;
}

const BUCKET = 'earshot';
const KEY = 'S3RVER'; // the only account that s3rver knows

export async function openS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-s3-'));
  const handle = await openS3rver(folder);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const disturbance = opened.disturb(line);
    if (disturbance === 'hang') return;
    // s3rver cannot abort an upload.
    const status = disturbance ?? (/^DELETE .*uploadId=/.test(line) ? 204 : null);
    if (status === null) return handle(request, response);
    request.resume();
    request.once('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const opened: S3Server = {
    settings: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      credentials: { accessKeyId: KEY, secretAccessKey: KEY },
      forcePathStyle: true,
      reads: 'proxy',
    },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    requests,
    disturb: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return opened;
}

interface S3rver {
  store: {
    putObject(object: Put): Promise<{ size: number; md5: string }>;
    putPart(bucket: string, id: string, part: number, content: Readable): Promise<Stored>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string | undefined, kind: string): string;
  };
  configureBuckets(): Promise<void>;
  callback(): RequestListener;
}

interface Put {
  bucket: string;
  key: string;
  content: Readable;
  metadata: object;
}

interface Stored {
  size: number;
  md5: string;
}

async function openS3rver(directory: string): Promise<RequestListener> {
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;
  const server = new Server({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  await server.configureBuckets();
  const { store } = server;
  // s3rver answers before its file is written, and shows half of it meanwhile.
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const stored = await writeWhole(content, store.getResourcePath(bucket, key, 'object'));
    await store.putMetadata(bucket, key, metadata, stored.md5);
    return stored;
  };
  store.putPart = async (bucket, id, part, content) =>
    writeWhole(content, join(store.getResourcePath(bucket, undefined, 'uploads'), id, `${part}`));
  return server.callback();
}

async function writeWhole(content: Readable, path: string): Promise<Stored> {
  const hash = createHash('md5');
  let size = 0;
  const draft = join(dirname(path), `.${randomUUID()}`);
  await mkdir(dirname(path), { recursive: true });
  await pipeline(
    content,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(draft),
  );
  await rename(draft, path);
  return { size, md5: hash.digest('hex') };
}
