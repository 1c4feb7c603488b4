import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../src/features/accounts/sessions.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../helpers/built-server.ts';
import { freePort } from '../helpers/redis-server.ts';
import { openServedSamples } from '../helpers/sample-database.ts';
import type { TestDatabase } from '../helpers/test-database.ts';
import { hasVarnish, openVarnish, type TestVarnish } from '../helpers/varnish.ts';

const patient = { timeout: 30_000, interval: 50 };
const SHOW_PAGE = '/show/field-notes-on-sound';
const PUBLIC = [
  '/',
  SHOW_PAGE,
  '/player?episode_id=1',
  '/api/v2/episodes/1',
  '/show/1/episodes/feed',
];

let folder = '';
let test: TestDatabase;
let varnish: TestVarnish;
let server: BuiltServer;
let headers: Record<string, string> = {};
let showId = 0;

const isPossible = isBuilt && hasVarnish;

const get = async (path: string, sent: Record<string, string> = {}) => {
  const answer = await fetch(varnish.url + path, { headers: sent });
  const isHit = (answer.headers.get('x-varnish') ?? '').includes(' ');
  return { status: answer.status, isHit, headers: answer.headers, body: await answer.text() };
};

const rename = (title: string) =>
  fetch(`${varnish.url}/api/v2/shows/${showId}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-cdn-'));
  test = await openServedSamples(folder);
  const [port, own] = [await freePort(), await freePort()];
  varnish = await openVarnish(port, `http://127.0.0.1:${own}`);
  server = startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    SITE_URL: varnish.url,
    HOST: '127.0.0.1',
    PORT: String(own),
    TRUST_PROXY: 'loopback',
    ...varnish.env,
  });
  await server.ready;
  const show = await test.database
    .selectFrom('shows')
    .select(['show_id', 'user_id'])
    .where('permalink', '=', 'field-notes-on-sound')
    .executeTakeFirstOrThrow();
  showId = show.show_id;
  const { accessToken } = await createSession(test.database, { userId: show.user_id });
  headers = { authorization: `Bearer ${accessToken}` };
}, 120_000);
afterAll(async () => {
  server?.process.kill('SIGKILL');
  await varnish?.close();
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe.skipIf(!isPossible)('Earshot behind Varnish (needs varnish-modules and a build)', () => {
  it('is asked once for a page, until its show changes', async () => {
    await vi.waitFor(async () => {
      const { isHit, headers: sent } = await get(SHOW_PAGE);
      expect(isHit).toBe(true);
      expect(sent.get('cache-control')).toBe('no-cache');
      expect([sent.get('surrogate-key'), sent.get('cdn-cache-control')]).toEqual([null, null]);
    }, patient);
    for (const title of ['A first name', 'A second name']) {
      expect((await rename(title)).status).toBe(200);
      await vi.waitFor(async () => {
        for (const path of [SHOW_PAGE, `/api/v2/shows/${showId}`, '/']) {
          expect((await get(path)).body).toContain(title);
        }
      }, patient);
    }
  });

  it('sends nobody the page of another', async () => {
    const { accessToken } = await createSession(test.database, { userId: 1 });
    await get('/');
    const own = await get('/', { cookie: `theme=dark; session=${accessToken}` });
    expect([own.isHit, own.headers.get('cache-control')]).toEqual([false, 'private, no-cache']);
    expect((await get('/api/v2/me', headers)).status).toBe(200);
    expect((await get('/api/v2/me')).status).toBe(401);
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('keeps languages apart, and no other cookie', async () => {
    const italian = await get('/', { cookie: 'a=1; language=it; b=2' });
    expect(italian.body).toContain('<html lang="it"');
    expect((await get('/', { cookie: 'c=3; language=it' })).isHit).toBe(true);
    const english = await get('/', { cookie: 'd=4', 'accept-language': 'en' });
    expect(english.body).toContain('<html lang="en"');
    expect((await get('/', { 'accept-language': 'en' })).isHit).toBe(true);
  });

  it('keeps no answer that says nothing about caches', async () => {
    for (const path of ['/readyz', '/readyz', '/healthz', '/healthz']) {
      expect(await get(path)).toMatchObject({ status: 200, isHit: false });
    }
  });

  it('keeps no answer that a purge does not reach', async () => {
    const oembed = `/oembed?url=${encodeURIComponent(varnish.url + SHOW_PAGE)}`;
    for (const path of [oembed, oembed, '/sitemap.xml', '/sitemap.xml']) {
      expect(await get(path)).toMatchObject({ status: 200, isHit: false });
    }
  });

  it('takes a purge only with the token', async () => {
    const purge = { method: 'POST', headers: { 'surrogate-key': 'everything' } };
    expect((await fetch(`${varnish.url}/purge`, purge)).status).toBe(403);
    expect((await fetch(`${varnish.url}/purge`)).status).toBe(403);
  });

  it('sends what it has while Earshot is away, and nothing private', async () => {
    await vi.waitFor(async () => {
      for (const path of PUBLIC) expect([path, (await get(path)).isHit]).toEqual([path, true]);
    }, patient);
    server.process.kill('SIGKILL');
    await server.ended;
    for (const path of PUBLIC) expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get('/', headers)).status).toBe(503);
    expect((await get('/account/settings')).status).toBe(503);
    expect((await rename('Lost')).status).toBe(503);
  });
});
