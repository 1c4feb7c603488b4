import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BuiltServer, isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { makeMp3 } from './helpers/make-audio.ts';
import { findPostmasters, signal } from './helpers/postgres-processes.ts';
import { freePort } from './helpers/redis-server.ts';

/** `KILLS=100 npm run test:long -- kills` takes ten minutes. */
const KILLS = Number(process.env.KILLS ?? 20);
const patient = { timeout: 120_000, interval: 200 };

let folder = '';
let port = 0;
let server: BuiltServer;
let worker: BuiltServer;
let token = '';
let userId = 0;
let showId = 0;

const env = (more: Record<string, string>) => ({
  DATA_DIR: folder,
  SITE_URL: `http://127.0.0.1:${port}`,
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  ...more,
});
const startServer = () => startBuiltServer(env({ PORT: String(port), WORKER: 'off' }));
const startWorker = () => startBuiltServer(env({ PORT: '0', WORKER: 'only' }));

interface Answer {
  status: number;
  /** The request may be sent again: an earlier one with its key still runs, or was killed. */
  isLocked: boolean;
  response: Record<string, Record<string, unknown>>;
}

async function call(method: string, path: string, more: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    signal: AbortSignal.timeout(30_000),
    ...more,
    headers: { authorization: `Bearer ${token}`, ...more.headers },
  });
  const { response } = (await answer.json()) as Pick<Answer, 'response'>;
  return { status: answer.status, isLocked: answer.headers.has('retry-after'), response };
}

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** Sends a request until it is answered, as a client does after a broken connection. */
async function insist(send: () => Promise<Answer>, done: readonly number[]): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer && !answer.isLocked && done.includes(answer.status)) return answer;
    await sleep(100);
  }
}

/** Everything that the server has acknowledged. */
const acknowledged = {
  likes: new Set<number>(),
  messages: new Set<string>(),
  shows: new Set<string>(),
  uploads: new Set<number>(),
  published: new Set<number>(),
};

let isOver = false;

/** Repeats one kind of write until the kills are over. */
async function repeat(write: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; !isOver; count++) {
    await write(count);
    await sleep(20);
  }
}

/** A POST that is carried out once however often it is sent. 409: it was carried out, and its answer was lost. */
const post = (path: string, body: object) => {
  const key = randomUUID();
  return insist(() => call('POST', path, json(body, { 'idempotency-key': key })), [201, 409]);
};

const writers: readonly ((count: number) => Promise<void>)[] = [
  async (count) => {
    const episode = 1 + (count % 5);
    const path = `/v2/users/${userId}/likes/${episode}`;
    await insist(() => call('DELETE', path), [200]);
    acknowledged.likes.delete(episode);
    await insist(() => call('PUT', path), [200]);
    acknowledged.likes.add(episode);
  },
  async () => {
    const text = `message ${randomUUID()}`;
    await post('/v2/episodes/1/messages', { text });
    acknowledged.messages.add(text);
  },
  async () => {
    const title = `Show ${randomUUID()}`;
    await post('/show', { title, description: '', language: 'en', category: 'Arts' });
    acknowledged.shows.add(title);
  },
  async (count) => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(makeMp3({ rate: 44_100, seconds: 1 + (count % 20) }))]),
      'a.mp3',
    );
    const { response } = await insist(() => call('POST', '/media', { body: form }), [201]);
    acknowledged.uploads.add(Number(response.media?.media_id));
    await sleep(200);
  },
  async (count) => {
    const live = { type: 'LIVE', live_url: 'https://example.org/live.m3u8' };
    const body = { show_id: showId, title: `Live ${count}`, description: 'x', ...live };
    const { status, response } = await post('/episode', body);
    if (status !== 201) return;
    const id = Number(response.episode?.episode_id);
    const published_at = new Date(Date.now() + 1_000).toISOString();
    await insist(() => call('PUT', `/episode/${id}/publish`, json({ published_at })), [200]);
    acknowledged.published.add(id);
    await sleep(200);
  },
];

const postmasters = () => findPostmasters(join(folder, 'postgres'));

/** Kills one process without warning, and starts it again if nobody else does. */
async function kill(): Promise<void> {
  const victim = randomInt(3);
  if (victim === 0) {
    server.process.kill('SIGKILL');
    await server.ended;
    server = startServer();
    await server.ready;
  } else if (victim === 1) {
    worker.process.kill('SIGKILL');
    await worker.ended;
    worker = startWorker();
    await worker.ready;
  } else {
    signal(await postmasters(), 'SIGKILL');
  }
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }, patient);
}

beforeAll(async () => {
  if (!isBuilt) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-kills-'));
  await chmod(folder, 0o755);
  port = await freePort();
  server = startServer();
  await server.ready;
  worker = startWorker();
  await worker.ready;
  const account = {
    email: 'a@example.org',
    password: 'correct horse battery',
    name: 'A',
    terms: true,
  };
  const { response } = await call('POST', '/v2/auth/signup', json(account));
  token = String(response.sso?.token);
  userId = Number(response.user?.user_id);
  const show = { title: 'Kills', description: 'x', language: 'en', category: 'Arts' };
  const made = await call('POST', '/show', json(show));
  showId = Number(made.response.show?.show_id);
}, 300_000);
afterAll(async () => {
  for (const one of [server, worker]) one?.process.kill('SIGKILL');
  signal(await postmasters(), 'SIGKILL');
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Reads a list to its end. */
async function readAll(path: string, read: (item: Record<string, unknown>) => unknown) {
  const found: unknown[] = [];
  let next: string | null = path;
  while (next !== null) {
    const { response } = await call('GET', next);
    const page = response as unknown as {
      items: Record<string, unknown>[];
      next_url: string | null;
    };
    found.push(...page.items.map(read));
    next = page.next_url?.slice(page.next_url.indexOf('/api') + 4) ?? null;
  }
  return found;
}

const twice = (values: readonly unknown[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe.skipIf(!isBuilt)(
  'kills of the server, its worker and its database (needs npm run build)',
  () => {
    it('lose no acknowledged write, and carry none out twice', async () => {
      const writing = Promise.all(writers.map(repeat));
      for (let round = 0; round < KILLS; round++) {
        await sleep(randomInt(200, 1_500));
        await kill();
      }
      isOver = true;
      await writing;

      const messages = await readAll('/v2/episodes/1/messages?limit=100', ({ text }) => text);
      expect(twice(messages)).toEqual([]);
      expect([...acknowledged.messages].filter((text) => !messages.includes(text))).toEqual([]);

      const shows = await readAll('/v2/shows?limit=100', ({ title }) => title);
      expect(twice(shows)).toEqual([]);
      expect([...acknowledged.shows].filter((title) => !shows.includes(title))).toEqual([]);

      const likes = await readAll(`/v2/users/${userId}/likes?limit=100`, (item) => item.episode_id);
      expect([...likes].sort()).toEqual([...acknowledged.likes].sort());

      for (const id of acknowledged.uploads) {
        await vi.waitFor(async () => {
          const { response } = await call('GET', `/media/${id}`);
          expect(response.media).toMatchObject({ state: 'ready', error: null });
        }, patient);
      }
      for (const id of acknowledged.published) {
        await vi.waitFor(async () => {
          const { response } = await call('GET', `/episode/${id}`);
          expect(response.episode?.state).toMatch(/^(published|live)$/);
        }, patient);
      }
      expect(acknowledged.messages.size).toBeGreaterThan(0);
    });
  },
);
