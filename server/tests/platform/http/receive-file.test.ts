import { type AddressInfo, connect } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptFiles, receiveFile } from '../../../src/platform/http/receive-file.ts';
import { Nullable, Success } from '../../../src/platform/http/schemas.ts';
import { createServer } from '../../../src/platform/http/server.ts';

const MAX_BYTES = 100_000;
const log: string[] = [];

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await acceptFiles(app);
  const body = Type.Object({ season: Type.Optional(Nullable(Type.Integer())) });
  const schema = { body, response: Success(Type.Unknown()) };
  app.put('/api/plain', { schema }, async () => ({ response: {} }));
  app.put('/api/cover', { schema, config: { file: 'image' } }, async (request) => ({
    response: await receiveFile(request, {
      maxBytes: MAX_BYTES,
      async keep({ stream, filename, mimeType }) {
        log.push('begun');
        const bytes = Buffer.concat(await stream.toArray()).length;
        log.push('kept');
        return { bytes, filename, mimeType };
      },
      discard: async () => void log.push('discarded'),
    }),
  }));
};

let app: FastifyInstance;
beforeEach(async () => {
  log.splice(0);
  app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
  });
  await app.register(routes);
});
afterEach(() => app.close());

const picture = (bytes: number) =>
  new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });

async function send(parts: readonly (readonly [string, string | File])[], url = '/api/cover') {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  return toResult(await app.inject({ method: 'PUT', url, payload: form }));
}

function toResult(answer: {
  statusCode: number;
  json(): { response?: unknown; error?: { messages: string[] } };
}) {
  const { response, error } = answer.json();
  return { status: answer.statusCode, body: error?.messages ?? response };
}

async function sendRaw(payload: string | Buffer, boundary = 'x') {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return toResult(await app.inject({ method: 'PUT', url: '/api/cover', headers, payload }));
}

describe('receiveFile', () => {
  it('gives the file and the coerced fields around it, in any order', async () => {
    const kept = { bytes: 5, filename: 'a.png', mimeType: 'image/png' };
    const file = ['image', picture(5)] as const;
    const season = ['season', '3'] as const;
    const common = ['culture', 'it'] as const;
    for (const parts of [
      [file, season, common],
      [common, season, file],
    ]) {
      expect(await send(parts)).toEqual({ status: 200, body: { kept, fields: { season: 3 } } });
    }
  });

  it.each([
    ['no file', [['season', '1']], 'image: is required', []],
    ['the file as a text', [['image', 'x']], 'image: is required', []],
    [
      'a file of another name',
      [['audio', picture(1)]],
      'audio: is not known; the file is called image',
      [],
    ],
    [
      'an unknown field',
      [
        ['image', picture(1)],
        ['color', 'red'],
      ],
      'color: is not known; known fields are season',
      ['begun', 'kept', 'discarded'],
    ],
    [
      'a wrong field',
      [
        ['season', 'x'],
        ['image', picture(1)],
      ],
      'season: must be a whole number or null',
      ['begun', 'kept', 'discarded'],
    ],
  ] as [string, [string, string | File][], string, string[]][])(
    'refuses %s and keeps nothing',
    async (_, parts, message, steps) => {
      expect(await send(parts)).toEqual({ status: 400, body: [message] });
      expect(log).toEqual(steps);
    },
  );

  it('takes a file of the largest size, and keeps no larger one', async () => {
    expect((await send([['image', picture(MAX_BYTES)]])).status).toBe(200);
    log.splice(0);
    expect((await send([['image', picture(MAX_BYTES + 1)]])).status).toBe(413);
    expect(log).toEqual(['begun']);
  });

  it('refuses a second file', async () => {
    const refused = await send([
      ['image', picture(1)],
      ['image', picture(1)],
    ]);
    const message = 'request: has more than one file; send one, in the part image';
    expect(refused).toEqual({ status: 400, body: [message] });
    expect(log).toEqual(['begun', 'kept', 'discarded']);
  });

  const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';
  it.each([
    ['nothing', ''],
    ['no parts', '--x--\r\n'],
    ['no boundary', 'abc'],
    ['a part without end', `${head}abc`],
    ['a part without headers', '--x\r\n\r\nabc\r\n--x--'],
    ['a prototype', head.replace('image', '__proto__')],
  ])('refuses %s', async (_, payload) => {
    expect((await sendRaw(payload)).status).toBe(400);
    expect(log).not.toContain('kept');
  });

  it('refuses a type without boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await app.inject({ method: 'PUT', url: '/api/cover', headers, payload: 'x' });
    expect(answer.statusCode).toBe(400);
  });

  it('keeps nothing of a request that breaks off', async () => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const start = 'PUT /api/cover HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n';
    socket.write(`${start}Content-Type: multipart/form-data; boundary=x\r\n\r\n${head}abc`);
    await vi.waitFor(() => expect(log).toContain('begun'));
    socket.destroy();
    await app.close();
    expect(log).toEqual(['begun']);
  });
});

describe('a route for files', () => {
  it('says what it needs to a request without one', async () => {
    const answer = await app.inject({ method: 'PUT', url: '/api/cover', payload: {} });
    expect(answer.json().error.messages).toEqual([
      'image: is required, as a part of multipart/form-data',
    ]);
  });

  it('names its type to a request of another', async () => {
    const headers = { 'content-type': 'image/png' };
    const answer = await app.inject({ method: 'PUT', url: '/api/cover', headers, payload: 'x' });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().error.messages).toEqual(['Content-Type: must be multipart/form-data']);
  });

  it('shares multipart with no other route', async () => {
    expect((await send([['season', '1']], '/api/plain')).status).toBe(415);
  });
});
