import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../src/platform/http/server.ts';

const BODY = 20_000;
const opened: FastifyInstance[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

/** A server whose ordinary bodies must arrive in 300 ms, and whose files must keep a pace. */
async function listen(prepare: (app: FastifyInstance) => void): Promise<Socket> {
  const app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
    slowBody: { checkEveryMs: 20, graceMs: 300, bytesPerSecond: 1, totalMs: 300 },
  });
  opened.push(app);
  prepare(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  return socket.setEncoding('utf8').on('error', () => {});
}

const headOf = (path: string, type: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;

async function open({ readAfterMs = 0 } = {}): Promise<Socket> {
  const socket = await listen((app) => {
    app.addContentTypeParser('audio/mpeg', (_request, payload, done) => done(null, payload));
    const config = { bodyPace: { spanMs: 400, bytes: 50 } };
    app.post<{ Body: NodeJS.ReadableStream }>('/file', { config }, async ({ body }) => {
      await sleep(readAfterMs);
      let bytes = 0;
      for await (const chunk of body) bytes += chunk.length;
      return { bytes };
    });
  });
  socket.write(headOf('/file', 'audio/mpeg', BODY));
  return socket;
}

const answerOf = async (socket: Socket) => (await socket.toArray()).join('');

async function send(socket: Socket, { bytes = BODY, part = 200, everyMs = 10 } = {}) {
  for (let sent = 0; sent < bytes && socket.writable; sent += part) {
    socket.write('x'.repeat(part));
    await sleep(everyMs);
  }
}

describe('a route with a pace for its body', () => {
  it('takes a body for much longer than the ordinary limit', async () => {
    const socket = await open();
    const answer = answerOf(socket);
    await send(socket);
    expect(await answer).toContain(`{"bytes":${BODY}}`);
  });

  it('cuts a body that falls below the pace after a fast beginning', async () => {
    const socket = await open();
    const answer = answerOf(socket);
    socket.write('x'.repeat(BODY / 2));
    await send(socket, { bytes: 2_000, part: 1, everyMs: 40 });
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('cuts a body that stops', async () => {
    const socket = await open();
    socket.write('x'.repeat(1_000));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not blame the client while the program does not read', async () => {
    const socket = await open({ readAfterMs: 1_500 });
    const answer = answerOf(socket);
    socket.write('x'.repeat(BODY));
    expect(await answer).toContain(`{"bytes":${BODY}}`);
  });
});

describe('an ordinary body', () => {
  /** A host whose database takes longer to identify the sender than a body may take to arrive. */
  const openBusy = () =>
    listen((app) => {
      app.addHook('onRequest', () => sleep(600));
      app.post('/note', async ({ body }) => ({ body }));
    });

  it('may wait for a program that is busy', async () => {
    const socket = await openBusy();
    socket.write(`${headOf('/note', 'application/json', 7)}{"a":1}`);
    expect(await answerOf(socket)).toContain('{"body":{"a":1}}');
  });

  it('may wait even if only its beginning fits into memory', async () => {
    const socket = await openBusy();
    const body = JSON.stringify('x'.repeat(900_000));
    socket.write(`${headOf('/note', 'application/json', body.length)}${body}`);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is cut if a part of it is missing', async () => {
    const socket = await openBusy();
    socket.write(`${headOf('/note', 'application/json', 7)}{"a"`);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
