import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeSamples } from '../../../src/features/imports/samples.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../../helpers/built-server.ts';
import { createInsistentClient, json } from '../../helpers/insistent-client.ts';
import { type RadioServer, startRadio } from '../../helpers/radio-server.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { releaseDead } from '../../helpers/release-dead.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const patient = { timeout: 300_000, interval: 100 };

let folder = '';
let port = 0;
let radio: RadioServer;
let test: TestDatabase;
let server: BuiltServer;
let token = '';

const start = () =>
  startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    SITE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    IHR_URL: radio.url,
    IHR_PRIVATE: 'true',
  });
/** On a busy machine the server may give up at its start, because the database is late. */
async function startServer(triesLeft = 5): Promise<void> {
  server = start();
  try {
    await server.ready;
  } catch (error) {
    if (triesLeft === 0) throw error;
    await startServer(triesLeft - 1);
  }
}

const { call, insist, post } = createInsistentClient(
  () => `http://127.0.0.1:${port}`,
  () => token,
);

beforeAll(async () => {
  if (!isBuilt) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-radio-kills-'));
  [radio, test, port] = await Promise.all([startRadio(), openTestDatabase(), freePort()]);
  radio.verdict = { state: 'listed' };
  await removeSamples(test.database); // nothing needs them
  await startServer();
  const account = { email: 'a@example.org', password: 'correct horse battery', name: 'A' };
  const { response } = await call('POST', '/v2/auth/signup', json({ ...account, terms: true }));
  token = String(response.sso?.token);
}, 300_000);
afterAll(async () => {
  server?.process.kill('SIGKILL');
  await server?.ended;
  await radio?.close();
  await test?.drop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** A show with one public episode. */
async function makeShow(title: string): Promise<number> {
  const show = await post('/show', { title, description: '', language: 'en', category: 'Arts' });
  const show_id = Number(show.response.show?.show_id);
  const live = { type: 'LIVE', live_url: 'https://example.org/live.m3u8' };
  const made = await post('/episode', { show_id, title, description: 'x', ...live });
  const id = made.response.episode?.episode_id;
  await insist(() => call('PUT', `/episode/${id}/publish`, json({})), [200]);
  return show_id;
}

/** When the server is killed: before the directory gets the request, before it has answered, or just afterwards. */
const MOMENTS = ['acknowledged', 'asked', 'answered'] as const;

const kill = () => server.process.kill('SIGKILL');
const answerAndKill = (reply: ServerResponse, method: string) => {
  reply.on('finish', kill);
  reply.writeHead(200, { 'content-type': 'application/json' });
  reply.end(method === 'DELETE' ? undefined : JSON.stringify(radio.verdict));
};

/** Sends the request, kills the server at that moment, and starts another one. */
async function askAndKill(
  moment: (typeof MOMENTS)[number],
  method: 'PUT' | 'DELETE',
  showId: number,
): Promise<void> {
  const end = moment === 'answered' ? answerAndKill : kill;
  // The directory can be asked before the client has its answer, and waits for that.
  radio.answer = (...asked) => void acknowledged.finally(() => end(...asked));
  const acknowledged = call(method, `/show/${showId}/ihr/status`);
  expect((await acknowledged).status).toBe(200);
  if (moment === 'acknowledged') kill();
  await server.ended;
  radio.answer = null;
  await releaseDead(test);
  await startServer();
  await expectState(showId, method === 'PUT' ? 'listed' : 'withdrawn');
}

async function expectState(showId: number, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const { response } = await call('GET', `/show/${showId}/ihr/status`);
    expect(response.listing?.state).toBe(state);
  }, patient);
}

describe.skipIf(!isBuilt)(
  'kills in the middle of a request to the directory (needs npm run build)',
  () => {
    it('leave one listing for each show that was submitted, and none for one that was withdrawn', async () => {
      const shows = new Map<string, number>();
      for (const moment of MOMENTS) {
        const showId = await makeShow(moment);
        shows.set(moment, showId);
        await askAndKill(moment, 'PUT', showId);
      }
      expect([...radio.listings.values()].map(({ title }) => title).toSorted()).toEqual(
        MOMENTS.toSorted(),
      );
      for (const [at, moment] of MOMENTS.entries()) {
        await askAndKill(moment, 'DELETE', [...shows.values()][at] ?? 0);
      }
      expect([...radio.listings.keys()]).toEqual([]);
    });
  },
);
