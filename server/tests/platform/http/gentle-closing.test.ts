import { Agent, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { gentleClosing } from '../../../src/platform/http/gentle-closing.ts';
import { createServer } from '../../../src/platform/http/server.ts';

const BYTES = 40_000_000; // more than the sockets of one connection hold

const clients: Socket[] = [];
/** Ends the wait of each page. */
const pages: (() => void)[] = [];
afterEach(() => {
  pages.length = 0;
  for (const client of clients.splice(0)) client.destroy();
});

async function open(options: { stalledAfterMs?: number } = {}, times = {}) {
  const app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
    ...options,
  });
  app.get('/audio', async (_request, reply) =>
    reply.type('audio/mpeg').send(Readable.from(pieces(), { objectMode: false })),
  );
  app.post('/form', async () => 'read');
  app.get('/part', async () => 'part');
  app.get('/page', async () => {
    await new Promise<void>((go) => pages.push(go));
    return `page with ${(await app.inject('/part')).body}`;
  });
  const close = gentleClosing(app, { beginMs: 10_000, stalledMs: 200, withinMs: 20_000, ...times });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, close, port };
}

function* pieces() {
  for (let sent = 0; sent < BYTES; sent += 1_000_000) yield Buffer.alloc(1_000_000, 1);
}

/** A client that has taken the beginning of the audio. */
async function begin(port: number) {
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.write('GET /audio HTTP/1.1\r\nHost: a\r\n\r\n');
  const ended = new Promise<void>((resolve) => {
    client.once('close', () => resolve());
    client.on('error', () => {}); // cut
  });
  await new Promise<void>((resolve) => client.once('data', () => resolve()));
  client.pause();
  return { client, ended };
}

describe('a server that closes', () => {
  it('lets a slow transfer end that makes progress', async () => {
    const { port, close } = await open({}, { stalledMs: 1_000, withinMs: 120_000 });
    const { client, ended } = await begin(port);
    const closing = close();
    let taken = 0;
    const timer = setInterval(() => {
      const chunk = client.read(500_000) ?? client.read();
      taken += chunk?.length ?? 0;
    }, 10);
    await Promise.all([closing, ended]);
    clearInterval(timer);
    expect(taken).toBeGreaterThanOrEqual(BYTES - 1_000_000);
  });

  it('answers requests that had arrived, also those that read the API themselves', async () => {
    const { app, port, close } = await open();
    const agent = new Agent({ keepAlive: true });
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        get({ port, path, agent }, async (answer) =>
          resolve(`${answer.statusCode} ${await text(answer)}`),
        ).on('error', reject);
      });
    expect(await ask('/part')).toBe('200 part');
    const first = ask('/page');
    await expect.poll(() => pages.length).toBe(1);
    const closing = close();
    await expect.poll(() => app.server.listening).toBe(false);
    pages[0]?.();
    expect(await first).toBe('200 page with part');
    await closing;
    agent.destroy();
  });

  it('cuts a client that has sent half of a request', async () => {
    const { port, close } = await open({}, { beginMs: 600_000, withinMs: 600_000 });
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const fields = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 100';
    await new Promise<void>((sent) => {
      client.write(`POST /form HTTP/1.1\r\n${fields}\r\n\r\n{"a`, () => sent());
    });
    await sleep(50); // it arrives
    await Promise.all([close(), ended]);
  });

  it('cuts a client that takes nothing', async () => {
    const { port, close } = await open();
    const { client, ended } = await begin(port);
    const startedAt = performance.now();
    await close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    client.resume();
    await ended;
  });

  it('cuts everything in the end', async () => {
    const { port, close } = await open({}, { withinMs: 300 });
    const { client, ended } = await begin(port);
    const timer = setInterval(() => client.read(10_000), 20);
    await close();
    clearInterval(timer);
    client.resume();
    await ended;
  });
});

describe('a client that takes nothing', () => {
  it('is cut after the bound, and one that takes bytes slowly is not', async () => {
    const { port, app } = await open({ stalledAfterMs: 1_000 });
    const [stalled, slow] = [await begin(port), await begin(port)];
    let isSlowCut = false;
    slow.client.once('close', () => {
      isSlowCut = true;
    });
    const timer = setInterval(() => slow.client.read(100_000), 20);
    await sleep(3_000);
    stalled.client.resume();
    await stalled.ended;
    expect(isSlowCut).toBe(false);
    clearInterval(timer);
    for (const { client } of [stalled, slow]) client.destroy();
    await app.close();
  });
});
