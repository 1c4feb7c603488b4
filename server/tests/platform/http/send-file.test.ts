import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMedia } from '../../../src/platform/http/send-file.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';
import { openMediaStore } from '../../../src/platform/storage/open-media-store.ts';
import { TEST_STORES, type TestStore } from '../../helpers/media-stores.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';

const bytes = randomBytes(300_000);
const SIZE = bytes.length;

async function openApp(store: MediaStore) {
  const draft = await store.receive(Readable.from([bytes]), SIZE);
  await draft.keep();
  const app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
  });
  const media = { store, sha256: draft.sha256, mimeType: 'audio/mpeg' };
  app.get('/audio', (request, reply) => sendMedia(request, reply, media));
  app.get('/secret', (request, reply) =>
    sendMedia(request, reply, { ...media, cacheControl: 'private, no-store' }),
  );
  return { app, sha256: draft.sha256 };
}

describe.each(TEST_STORES)('sendMedia from %s', (_name, openTestStore) => {
  let test: TestStore;
  let app: FastifyInstance;
  let sha256 = '';
  beforeAll(async () => {
    test = await openTestStore();
    ({ app, sha256 } = await openApp(await test.open()));
  });
  afterAll(async () => {
    await app?.close();
    await test?.close();
  });

  const get = (range?: string, headers = {}) =>
    app.inject({ url: '/audio', headers: { ...(range ? { range } : {}), ...headers } });

  it('sends the whole file', async () => {
    const { statusCode, headers, rawPayload } = await get();
    expect([statusCode, headers['content-length']]).toEqual([200, String(SIZE)]);
    expect(headers.etag).toBe(`"${sha256}"`);
    expect(rawPayload.equals(bytes)).toBe(true);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100000-200000', 100_000, 200_000],
    ['bytes=299999-', SIZE - 1, SIZE - 1],
    ['bytes=250000-9999999', 250_000, SIZE - 1],
    ['bytes=-1', SIZE - 1, SIZE - 1],
    ['bytes=-70000', SIZE - 70_000, SIZE - 1],
    ['bytes=-9999999', 0, SIZE - 1],
  ])('sends %s', async (range, first, last) => {
    const { statusCode, headers, rawPayload } = await get(range);
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${SIZE}`]);
    expect(rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it('sends several ranges in one answer', async () => {
    const { statusCode, headers, rawPayload } = await get('bytes=0-3,-4');
    expect([statusCode, headers['content-length']]).toEqual([206, String(rawPayload.length)]);
    expect(rawPayload.includes(bytes.subarray(0, 4))).toBe(true);
    expect(rawPayload.includes(bytes.subarray(-4))).toBe(true);
  });

  it('refuses a range outside the file', async () => {
    const { statusCode, headers } = await get(`bytes=${SIZE}-`);
    expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${SIZE}`]);
  });

  it('answers HEAD and conditions without the bytes', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/audio' });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(SIZE)]);
    const same = await get(undefined, { 'if-none-match': `"${sha256}"` });
    expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);
  });
});

describe('sendMedia from S3 with presigned reads', () => {
  let server: S3Server;
  let store: MediaStore;
  let app: FastifyInstance;
  let sha256 = '';
  let dataDir = '';
  beforeAll(async () => {
    server = await openS3Server();
    dataDir = await mkdtemp(join(tmpdir(), 'earshot-presigned-'));
    store = await openMediaStore({ dataDir, s3: { ...server.settings, reads: 'presigned' } });
    ({ app, sha256 } = await openApp(store));
  });
  afterAll(async () => {
    await app?.close();
    await store?.close();
    await server?.close();
    await rm(dataDir, { recursive: true });
  });

  it('sends the listener to the storage, which knows ranges', async () => {
    const { statusCode, headers } = await app.inject('/audio');
    expect([statusCode, headers['cache-control']]).toEqual([302, 'private, max-age=3600']);
    expect(headers.etag).toBeUndefined();
    const answer = await fetch(String(headers.location), { headers: { range: 'bytes=5-14' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(5, 15))).toBe(true);
  });

  it('lets nobody keep the address of a secret file', async () => {
    const { headers } = await app.inject('/secret');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('answers HEAD and conditions itself', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/audio' });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(SIZE)]);
    const headers = { 'if-none-match': `"${sha256}"` };
    expect((await app.inject({ url: '/audio', headers })).statusCode).toBe(304);
  });

  it('says that it is unavailable while the storage is', async () => {
    const draft = await store.receive(Readable.from(['other']), 100);
    server.disturb = () => 503;
    await expect(draft.keep()).rejects.toThrow('The storage of media fails');
    server.disturb = () => null;
  });
});
