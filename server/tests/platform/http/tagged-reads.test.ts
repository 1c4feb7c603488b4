import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Success } from '../../../src/platform/http/schemas.ts';
import { createServer } from '../../../src/platform/http/server.ts';

let app: FastifyInstance;
let text = 'a';
beforeAll(async () => {
  app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
  });
  const schema = { response: Success(Type.Unknown()) };
  app.get('/api/mine', { schema }, async () => ({ response: { text } }));
  app.get('/api/secret', { schema }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { response: {} };
  });
  app.get('/api/partial', { schema }, async (_request, reply) => {
    reply.statusCode = 206;
    return { response: {} };
  });
  app.get('/api/file', { schema }, async (_request, reply) =>
    reply.type('application/zip').send(Readable.from(['zip'])),
  );
  app.get('/page', async () => 'page');
});
afterAll(() => app?.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the answer of a GET route', () => {
  it('carries a tag, and belongs to the one who asked', async () => {
    const { headers } = await get('/api/mine');
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Authorization, Cookie, Accept-Encoding',
    });
  });

  it('is not sent again to a client that has it', async () => {
    const { etag, vary } = (await get('/api/mine')).headers;
    const again = await get('/api/mine', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag, vary, 'cache-control': 'private, no-cache' });
    expect(again.headers['content-type']).toBeUndefined();
    text = 'b';
    const changed = await get('/api/mine', { 'if-none-match': String(etag) });
    expect([changed.statusCode, changed.json()]).toEqual([200, { response: { text: 'b' } }]);
  });

  it('is refused to a client that wants another version', async () => {
    const { etag } = (await get('/api/mine')).headers;
    expect((await get('/api/mine', { 'if-match': String(etag) })).statusCode).toBe(200);
    const other = await get('/api/mine', { 'if-match': '"other"' });
    expect([other.statusCode, other.json().error.reason]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(other.headers.etag).toBeUndefined();
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('has another tag in %s', async (encoding, decode) => {
    text = 'long '.repeat(1_000);
    const plain = await get('/api/mine');
    const { headers, rawPayload } = await get('/api/mine', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.etag).not.toBe(plain.headers.etag);
    expect(decode(rawPayload).toString()).toBe(plain.body);
    const held = { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) };
    expect((await get('/api/mine', held)).statusCode).toBe(304);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { headers } = await get('/api/mine');
    const head = await app.inject({ method: 'HEAD', url: '/api/mine' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'vary']) {
      expect(head.headers[name]).toBe(headers[name]);
    }
    const held = { 'if-none-match': String(headers.etag) };
    const again = await app.inject({ method: 'HEAD', url: '/api/mine', headers: held });
    expect(again.statusCode).toBe(304);
  });

  it.each(['/api/secret', '/api/partial', '/api/file', '/page'])(
    'has no tag at %s',
    async (url) => {
      expect((await get(url)).headers.etag).toBeUndefined();
    },
  );
});
