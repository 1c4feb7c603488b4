import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BuiltServer, isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { startFeedHost } from './helpers/feed-host.ts';
import { createInsistentClient, json } from './helpers/insistent-client.ts';
import { makeMp3 } from './helpers/make-audio.ts';
import { findPostmasters, signal } from './helpers/postgres-processes.ts';
import { freePort } from './helpers/redis-server.ts';
import { runAdmin } from './helpers/run-admin.ts';

/** `KILLS=100 npx vitest run --project=long server/tests/kills` takes ten minutes. */
const KILLS = Number(process.env.KILLS ?? 3);
const patient = { timeout: 120_000, interval: 200 };

let folder = '';
let port = 0;
let server: BuiltServer;
let worker: BuiltServer;
let token = '';
let userId = 0;
let showId = 0;
let feeds: Awaited<ReturnType<typeof startFeedHost>>;

const env = (more: Record<string, string>) => ({
  DATA_DIR: folder,
  SITE_URL: `http://127.0.0.1:${port}`,
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  IMPORT_PRIVATE_HOSTS: feeds.host,
  ...more,
});
const startServer = () => startBuiltServer(env({ PORT: String(port), WORKER: 'off' }));
const startWorker = () => startBuiltServer(env({ PORT: '0', WORKER: 'only' }));

const { call, insist, post, readAll } = createInsistentClient(
  () => `http://127.0.0.1:${port}`,
  () => token,
);

/** The writes acknowledged by the server. */
const acknowledged = {
  likes: new Set<number>(),
  messages: new Set<string>(),
  shows: new Set<string>(),
  uploads: new Set<number>(),
  published: new Set<number>(),
  /** Numbers of feeds by their imports. */
  imports: new Map<number, number>(),
};

let isOver = false;

/** Repeats one kind of write until the kills are over. */
async function repeat(write: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; !isOver; count++) {
    await write(count);
    await sleep(20);
  }
}

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
  async (feed) => {
    const preview = () => call('POST', '/imports', json({ url: feeds.feedAddress(feed) }));
    const { import_id, proof } = (await insist(preview, [201])).response.import ?? {};
    feeds.setProof(feed, (proof as { code: string }).code);
    await insist(() => call('PUT', `/imports/${import_id}`, json({})), [200]);
    acknowledged.imports.set(Number(import_id), feed);
    await sleep(500);
  },
];

const postmasters = () => findPostmasters(join(folder, 'postgres'));

/** Kills one process without warning, and restarts it unless something else does. */
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
  feeds = await startFeedHost();
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
  await feeds?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

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
      for (const [id, feed] of acknowledged.imports) {
        const done = await vi.waitFor(async () => {
          const { response } = await call('GET', `/imports/${id}`);
          expect(response.import).toMatchObject({ state: 'done', error: null });
          return response.import;
        }, patient);
        const titles = await readAll(`/v2/shows/${done?.show_id}/episodes`, ({ title }) => title);
        expect([...titles].sort()).toEqual(feeds.episodeTitles(feed));
      }
      expect(acknowledged.messages.size).toBeGreaterThan(0);
      expect(acknowledged.imports.size).toBeGreaterThan(0);

      const { out } = await runAdmin(['check', '--json'], { env: env({}) });
      expect(JSON.parse(out)).toEqual({ problems: [] });
    });
  },
);
