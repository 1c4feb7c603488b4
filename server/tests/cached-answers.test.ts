import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import { createAnswerCache } from '../src/platform/cache/answer-cache.ts';
import { createChangeFeed } from '../src/platform/cache/change-feed.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import type { Renderers } from '../src/platform/renderers.ts';
import { emptyCatalogue, fillCatalogue } from './helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

/** The number of loads of a page, and a promise that delays the next ones. */
const pages = { loads: 0, gate: Promise.resolve() };

/** A page with all data that the site's pages read at its address. */
const loadSitePage: Renderers['loadSitePage'] = async ({ url, culture }, data) => {
  pages.loads += 1;
  const [path = '', query = ''] = url.split('?');
  const cursor = new URLSearchParams(query).get('cursor');
  const [section, first = '', second] = path.split('/').filter(Boolean);
  const show = section === 'show' ? await data.getShow(first) : null;
  const user = section === 'user' && !second ? await data.getUser(first) : null;
  const content = {
    culture,
    show,
    user,
    episodes: show && (await data.listEpisodes(show.show_id, { cursor })),
    shows: user && (await data.listUserShows(user.user_id, cursor)),
    episode: section === 'user' && second ? await data.getEpisode(first, second, null) : null,
    home: section ? null : await data.listLatest(8),
  };
  await pages.gate;
  const status = content.home || show || user || content.episode ? 200 : 404;
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: JSON.stringify(content),
    config: { page: url, props: {}, status },
    title: '',
    head: [],
    modules: [],
    player: null,
  };
};

const renderers: Partial<Renderers> = {
  loadSitePage,
  renderDocument: ({ content }) => content,
  renderPlayerPage: (data) => JSON.stringify(data),
};

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({}, renderers);
  await keepsAnswers();
});
afterAll(() => test?.close());
beforeEach(async () => {
  await emptyCatalogue(test.database);
  await fillCatalogue(test.database, { shows: 2, episodesPerShow: 3 });
  await test.deps.answers.settle();
  pages.loads = 0;
});

const EPISODE = '/api/v2/episodes/1';
const HOME = '/';
const PLAYER = '/player?episode_id=1';
const SHOW = '/show/show-1';
const EPISODE_PAGE = '/user/jane/show-1-episode-1';

const get = (url: string, headers: Record<string, string> = {}, app = test.app) =>
  app.inject({ url, headers });
const bodyOf = async (url: string, app = test.app) => (await get(url, {}, app)).body;
const run = (statement: string) => sql.raw(statement).execute(test.database);

/** Waits until the server hears of changes: before that it keeps no answer. */
async function keepsAnswers({ app, answers } = { app: test.app, answers: test.deps.answers }) {
  await vi.waitFor(async () => {
    await bodyOf(HOME, app);
    expect(answers.size).toBe(1);
  }, 30_000);
}

describe('a stored answer', () => {
  it.each([
    EPISODE,
    '/api/episode/1',
    '/api/v2/shows',
    '/api/v2/shows/1',
    '/api/v2/shows/1/episodes?limit=2',
    '/api/show/1/episodes/playlist',
    HOME,
    SHOW,
    EPISODE_PAGE,
    '/user/jane',
    '/ajax?url=/show/show-1',
    PLAYER,
    '/player?show_id=1',
  ])('is made once for %s and equals the first answer', async (url) => {
    const first = await get(url);
    const size = test.deps.answers.size;
    expect([first.statusCode, size]).toEqual([200, 1]);
    const { date: _, 'x-request-id': __, ...headers } = first.headers;
    // The second request finds the answer by its fields, and the third by its address.
    for (const again of [await get(url), await get(url)]) {
      expect(again.body).toBe(first.body);
      expect(again.headers).toMatchObject(headers);
    }
    expect(test.deps.answers.size).toBe(1);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('comes in %s as well', async (encoding, decode) => {
    const plain = await get(EPISODE);
    for (let count = 0; count < 2; count++) {
      const { headers, rawPayload } = await get(EPISODE, { 'accept-encoding': encoding });
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        'content-length': String(rawPayload.length),
      });
      expect(headers.etag).not.toBe(plain.headers.etag);
      expect(decode(rawPayload).toString()).toBe(plain.body);
    }
  });

  it.each(['gzip;q=0', 'identity', 'br;q=0, gzip;q=0', 'deflate', ''])(
    'comes plain for Accept-Encoding: %s',
    async (accepted) => {
      const { headers } = await get(EPISODE, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  it.each([EPISODE, HOME, PLAYER])('is not sent again to a client that has %s', async (url) => {
    for (const encoding of ['identity', 'br']) {
      const { headers } = await get(url, { 'accept-encoding': encoding });
      const held = await get(url, {
        'accept-encoding': encoding,
        'if-none-match': `"other", W/${headers.etag}`,
      });
      expect([held.statusCode, held.body]).toEqual([304, '']);
      for (const name of ['etag', 'vary', 'cache-control'])
        expect(held.headers[name]).toBe(headers[name]);
    }
    const other = await get(url, { 'if-none-match': '"other"' });
    expect(other.statusCode).toBe(200);
    const changed = await get(url, { 'if-match': '"other"' });
    expect(changed.statusCode).toBe(412);
  });

  it('answers HEAD with the headers of GET and no body, also if HEAD came first', async () => {
    const head = await test.app.inject({ method: 'HEAD', url: EPISODE });
    const { headers, body } = await get(EPISODE);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(body.length));
    expect(head.headers.etag).toBe(headers.etag);
    expect((await test.app.inject({ method: 'HEAD', url: EPISODE })).headers.etag).toBe(
      headers.etag,
    );
  });

  it('answers a HEAD whose client has the answer without a length, which would be that of the content', async () => {
    const { headers } = await get(EPISODE);
    const held = { 'if-none-match': String(headers.etag) };
    const head = await test.app.inject({ method: 'HEAD', url: EPISODE, headers: held });
    expect(head.statusCode).toBe(304);
    expect(head.headers).not.toHaveProperty('content-length');
  });

  it('has the language that the address asks for', async () => {
    for (const culture of ['it', 'en', 'it']) {
      expect(await bodyOf(`${HOME}?culture=${culture}`)).toContain(`"culture":"${culture}"`);
    }
  });

  it.each([
    [EPISODE, '?culture=it', '?c=x', '?escape=1&culture=de', '?unknown=1'],
    [HOME, '?c=x&v=2', '?escape=', '?', '?t=12:40', '?t=1m40s&t=3', '?t=5&t-end=9'],
    [PLAYER, '&v=1', '&c=x', '&escape=1', '&theme='],
  ])('is the same for %s with fields that change nothing', async (url, ...queries) => {
    const first = await bodyOf(url);
    for (const query of queries) expect(await bodyOf(url + query)).toBe(first);
    expect(test.deps.answers.size).toBe(1);
  });

  it('is one for each language that a page has', async () => {
    const read = async (language: string) =>
      JSON.parse((await get(HOME, { 'accept-language': language })).body).culture;
    for (let count = 0; count < 3; count++) {
      const cultures = [await read('it-IT,it;q=0.9'), await read('it'), await read('en-GB')];
      expect(cultures).toEqual(['it', 'it', 'en']);
    }
    expect(test.deps.answers.size).toBe(2);
  });

  it('is never personal: signed-in requests neither read nor fill it', async () => {
    const member = await test.signIn();
    for (let count = 0; count < 3; count++) await get(HOME);
    const personal = [member.headers, { cookie: 'a=1; session=x' }];
    for (const headers of [...personal, { cookie: '__Host-session=x' }]) {
      expect((await get(HOME, headers)).headers['cache-control']).toBe('private, no-cache');
      expect((await get(SHOW, headers)).statusCode).toBe(200);
    }
    expect([pages.loads, test.deps.answers.size]).toEqual([7, 1]);
    await get(HOME, { cookie: 'other=session' });
    expect(pages.loads).toBe(7);
  });

  it('is never an error', async () => {
    for (const url of ['/api/v2/episodes/99', '/player?episode_id=99', '/show/none'])
      expect((await get(url, { accept: 'text/html' })).statusCode).toBe(404);
    expect(test.deps.answers.size).toBe(0);
    await run("update shows set permalink = 'none' where show_id = 1");
    expect((await get('/show/none')).statusCode).toBe(200);
  });
});

const ALL = [EPISODE, '/api/v2/shows/1/episodes', HOME, SHOW, EPISODE_PAGE, PLAYER];

describe('a change', () => {
  it.each([
    ['of an episode', "update episodes set title = 'New' where episode_id = 1", ALL],
    [
      'of a chapter',
      "update chapters set title = 'New' where episode_id = 1 and starts_at = 0",
      [EPISODE, EPISODE_PAGE, PLAYER],
    ],
    ['of all chapters', 'delete from chapters', [EPISODE, EPISODE_PAGE, PLAYER]],
    [
      'of a show',
      "update shows set title = 'New' where show_id = 1",
      [...ALL, '/api/v2/shows', '/api/v2/shows/1', '/user/jane'],
    ],
    ["of a user's address", "update users set permalink = 'joan'", [EPISODE, HOME, SHOW, PLAYER]],
    ["of a user's name", "update users set name = 'Joan'", ['/user/jane']],
    [
      'of a picture',
      `with picture as (insert into media (sha256, kind, mime_type, extension, file_size)
        values ('aa', 'image', 'image/png', 'png', 1) returning media_id)
      update shows set image_id = (select media_id from picture) where show_id = 1`,
      [...ALL, '/api/v2/shows/1', '/user/jane'],
    ],
    [
      'that deletes an episode',
      'delete from episodes where episode_id = 3',
      ['/api/v2/episodes/3', '/api/v2/shows/1', HOME, SHOW, '/player?show_id=1'],
    ],
    [
      'that deletes a show',
      'delete from shows where show_id = 1',
      [...ALL, '/api/v2/shows', '/api/v2/shows/1', '/user/jane', '/player?show_id=1'],
    ],
    [
      'that adds a show',
      "update shows set show_id = 9, feed_key = 'x' where show_id = 2",
      ['/user/jane'],
    ],
    ['that empties a table', 'truncate episodes cascade', [EPISODE, HOME, SHOW]],
  ])('%s is seen by the next request', async (_, statement, urls) => {
    const before = await Promise.all(urls.map((url) => bodyOf(url)));
    await run(statement);
    const after = await Promise.all(urls.map((url) => bodyOf(url)));
    for (const [index, body] of after.entries()) expect(body, urls[index]).not.toBe(before[index]);
  });

  it('of the file behind a picture or an episode is seen as well', async () => {
    await run(`
      insert into media (sha256, kind, mime_type, extension, file_size, duration) values
        ('aa', 'audio', 'audio/mpeg', 'mp3', 1, 1), ('bb', 'image', 'image/png', 'png', 1, 0);
      update episodes set media_id = 1 where episode_id = 1;
      update shows set image_id = 2 where show_id = 1`);
    const [audio, picture] = [await bodyOf(EPISODE), await bodyOf('/api/v2/shows/1')];
    await run(`update media set duration = 77 where media_id = 1`);
    expect(await bodyOf(EPISODE)).not.toBe(audio);
    await run(`update media set extension = 'jpg' where media_id = 2`);
    expect(await bodyOf('/api/v2/shows/1')).not.toBe(picture);
  });

  it('of one show leaves the answers of others', async () => {
    await get('/show/show-2');
    await run("update episodes set title = 'New' where show_id = 1");
    await get('/show/show-2');
    expect(pages.loads).toBe(1);
  });

  it('that writes the same values again drops nothing', async () => {
    await get(HOME);
    await run('update episodes set title = title; update shows set title = title');
    await get(HOME);
    expect(pages.loads).toBe(1);
  });

  it('of a whole show is announced once', async () => {
    const heard: string[] = [];
    const opened = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
    await new Promise<void>((resolve) =>
      opened.listen('changes', {
        onBack: resolve,
        onLost() {},
        onNotify: (payload) => heard.push(payload),
      }),
    );
    await run("update episodes set title = 'New', description = 'Newer'");
    await sql`select pg_notify('changes', 'end')`.execute(test.database);
    await expect.poll(() => heard.at(-1)).toBe('end');
    expect(heard.sort()).toEqual(['end', 'show:1', 'show:2']);
    await opened.close();
  });

  it('that comes while the answer is made does not leave the old answer behind', async () => {
    let open = () => {};
    pages.gate = new Promise((resolve) => {
      open = resolve;
    });
    const early = bodyOf(SHOW);
    await expect.poll(() => pages.loads).toBe(1);
    await run("update shows set title = 'New' where show_id = 1");
    await test.deps.answers.settle();
    const late = bodyOf(SHOW); // shares nothing with the early one
    await expect.poll(() => pages.loads).toBe(2);
    open();
    pages.gate = Promise.resolve();
    await early;
    expect(await late).toContain('"title":"New"');
    expect(await bodyOf(SHOW)).toContain('"title":"New"');
  });

  it('is seen by the client that made it', async () => {
    const other = await openTestApp({}, renderers);
    const { app, database } = other;
    app.put('/rename', async () => {
      await sql`update episodes set title = 'New' where episode_id = 1`.execute(database);
      return {};
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const origin = `http://127.0.0.1:${port}`;
    await (await fetch(origin + EPISODE)).text();
    await fetch(`${origin}/rename`, { method: 'PUT' });
    expect(await (await fetch(origin + EPISODE)).text()).toContain('"title":"New"');
    await other.close();
  });
});

describe('two processes', () => {
  let other: { app: FastifyInstance; settle(): Promise<void>; close(): Promise<void> };
  beforeEach(async () => {
    const opened = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
    const answers = createAnswerCache({ changes: createChangeFeed(opened) });
    const { database, check } = opened;
    const app = await createApp({ ...test.deps, database, checkReady: check, answers });
    other = {
      app,
      settle: answers.settle,
      async close() {
        await app.close();
        await opened.close();
      },
    };
    await expect.poll(() => bodyOf(HOME, app).then(() => answers.size)).toBe(1);
  });
  afterEach(() => other?.close());

  it('see the changes that the other one makes', async () => {
    await bodyOf(EPISODE, other.app);
    await run("update episodes set title = 'New' where episode_id = 1");
    await expect.poll(() => bodyOf(EPISODE, other.app)).toContain('"title":"New"');
  });

  it('give no old answer when the connection that listens is cut again and again', async () => {
    for (let count = 1; count <= 40; count++) {
      await bodyOf(EPISODE, other.app);
      if (count % 4 === 0) {
        await run(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen %'`);
      }
      await run(`update episodes set title = 'Title ${count}' where episode_id = 1`);
      await other.settle();
      expect(await bodyOf(EPISODE, other.app)).toContain(`"title":"Title ${count}"`);
    }
    await keepsAnswers(); // the connection of the first process was cut as well
  });
});

describe('many requests at once', () => {
  it('ask a slow database only once for one answer', async () => {
    const { promise, release } = await lockEpisodes();
    const answers = Array.from({ length: 200 }, () => get(EPISODE));
    try {
      await expect.poll(countWaiting).toBe(1);
    } finally {
      release(); // a failure here must not lock the table for the tests that follow
      await promise;
    }
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('keep the memory within bounds, whatever they ask for', async () => {
    const answers = createAnswerCache({
      changes: createChangeFeed(await reopen()),
      maxBytes: 200_000,
    });
    const app = await createApp({ ...test.deps, answers });
    await keepsAnswers({ app, answers });
    for (let count = 0; count < 300; count++) {
      const cursor = Buffer.from(
        JSON.stringify([`2026-02-01T00:00:00.${String(count).padStart(6, '0')}Z`, 1]),
      ).toString('base64url');
      const { statusCode } = await get(`/api/v2/shows/1/episodes?cursor=${cursor}`, {}, app);
      expect(statusCode).toBe(200);
    }
    expect(answers.size).toBeGreaterThan(10);
    expect(answers.bytes).toBeLessThanOrEqual(200_000);
    await app.close();
  });

  const reopened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const { close } of reopened.splice(0)) await close();
  });
  async function reopen() {
    const opened = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
    reopened.push(opened);
    return opened;
  }

  async function lockEpisodes() {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const promise = test.database.transaction().execute(async (transaction) => {
      await sql`lock table episodes in access exclusive mode`.execute(transaction);
      locked();
      await held;
    });
    await isLocked;
    return { promise, release };
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(test.database);
    return rows[0]?.count ?? 0;
  }
});

describe('a database that is lost', () => {
  it('stops no page that was read before, and programs learn of it', async () => {
    const other = await openTestApp({}, renderers);
    const feed = '/show/1/episodes/feed';
    await keepsAnswers({ app: other.app, answers: other.deps.answers });
    const { http_url } = (await get(EPISODE, {}, other.app)).json().response.episode;
    const audio = new URL(http_url).pathname;
    const open = [HOME, PLAYER, feed, audio, '/media/downloads/1.mp3'];
    const before = new Map<string, string>();
    for (const url of [...open, EPISODE]) {
      const answer = await get(url, {}, other.app);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      before.set(url, answer.body);
    }
    await other.dropDatabase();
    await expect.poll(() => other.deps.answers.size).toBe(0);
    for (const url of open) {
      const answer = await get(url, {}, other.app);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.body).toBe(before.get(url));
    }
    expect((await get(EPISODE, {}, other.app)).statusCode).toBe(503);
    expect((await get('/show/2/episodes/feed', {}, other.app)).statusCode).toBe(503); // never read before
    await other.close();
  });
});
