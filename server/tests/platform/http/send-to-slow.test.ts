import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendMedia } from '../../../src/platform/http/send-file.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';

const bytes = randomBytes(12_000_000); // more than the sockets of one connection hold
const MB = 1 << 20;
const CLIENTS = 64; // more than the lent memory is enough for
const READ_EVERY = 8; // of them, because each reads 8 MB in this process

let folder = '';
let store: MediaStore;
let app: FastifyInstance;
let origin = '';
beforeAll(async () => {
  // The store opens a file again after 10 s, and these tests may take longer on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = await mkdtemp(join(tmpdir(), 'earshot-slow-'));
  store = createFolderStore(folder);
  const draft = await store.receive(Readable.from([bytes]), bytes.length);
  await draft.keep();
  app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
  });
  const media = { store, sha256: draft.sha256, mimeType: 'audio/mpeg' };
  app.get('/audio', (request, reply) => sendMedia(request, reply, media));
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  vi.useRealTimers();
  await app?.close();
  await store?.close();
  await rm(folder, { recursive: true });
});

/** Resolves with the head of an answer whose body waits. */
const ask = (first: number, last: number): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { Range: `bytes=${first}-${last}` };
    get(`${origin}/audio`, { headers, agent: false }, resolve).once('error', reject);
  });

/** Open files of the store. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

describe('sendMedia', () => {
  it('sends the right bytes to many clients at once, short and long', async () => {
    const spans = Array.from({ length: CLIENTS }, (_, at) => {
      const first = at * 100_003;
      return { first, last: first + (at % 3 === 0 ? 3 * MB : at % 3 === 1 ? MB : 70_000) - 1 };
    });
    const bodies = await Promise.all(
      spans.map(async ({ first, last }) => buffer(await ask(first, last))),
    );
    for (const [at, { first, last }] of spans.entries()) {
      expect(bodies[at]?.equals(bytes.subarray(first, last + 1))).toBe(true);
    }
  });

  it('keeps one file open for clients that do not read, and answers others meanwhile', async () => {
    const waiting = await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) => ask(at * 1_000, at * 1_000 + 8 * MB)),
    );
    const other = await buffer(await ask(5, 5 + MB - 1));
    expect(other.equals(bytes.subarray(5, 5 + MB))).toBe(true);
    expect(openFiles()).toBe(1);
    const isRead = (at: number) => at % READ_EVERY === READ_EVERY - 1;
    for (const [at, answer] of waiting.entries()) if (!isRead(at)) answer.destroy();
    for (const [at, answer] of waiting.entries()) {
      if (!isRead(at)) continue;
      const body = await buffer(answer);
      expect(body.equals(bytes.subarray(at * 1_000, at * 1_000 + 8 * MB + 1))).toBe(true);
    }
  });

  it('leaves nothing open after clients that leave in the middle', async () => {
    const leaving = await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) => ask(at, at + (at % 2 ? 8 * MB : MB - 1))),
    );
    for (const answer of leaving) answer.destroy();
    const body = await buffer(await ask(0, MB - 1));
    expect(body.equals(bytes.subarray(0, MB))).toBe(true);
    await store.close();
    await expect.poll(openFiles).toBe(0);
  });
});
