import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseRssFeed } from 'feedsmith';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { diffFeeds } from '../../../src/features/feeds/diff-feeds.ts';
import type { EpisodeTable } from '../../../src/platform/database/tables.ts';
import { podcastGuid } from '../../../src/platform/podcasting/podcast-guid.ts';
import { emptyCatalogue, fillCatalogue } from '../../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
}, 60_000);
afterAll(() => test?.close());
async function fill(sizes: { shows: number; episodesPerShow: number }): Promise<void> {
  await emptyCatalogue(test.database);
  await fillCatalogue(test.database, sizes);
}

const folder = () => join(test.deps.config.dataDir, 'cache', 'feeds');

async function startWith(episodes: number): Promise<void> {
  await rm(folder(), { recursive: true, force: true, maxRetries: 5 }); // the last feed may still be stored
  await fill({ shows: 1, episodesPerShow: episodes });
}

const FEED = '/show/1/episodes/feed';
const get = (url = FEED, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const read = async (url = FEED) => parseRssFeed((await get(url)).body);
const titles = async () => ((await read()).items ?? []).map(({ title }) => title);

const updateShow = (fields: Record<string, unknown>) =>
  test.database.updateTable('shows').set(fields).where('show_id', '=', 1).execute();
const updateEpisode = (number: number, fields: Partial<Insertable<EpisodeTable>>) =>
  test.database
    .updateTable('episodes')
    .set(fields)
    .where('show_id', '=', 1)
    .where('guid', '=', `guid-${number}`)
    .execute();

describe('GET /show/{show_id}/episodes/feed', () => {
  beforeEach(() => fill({ shows: 2, episodesPerShow: 5 }));

  it('is a feed that names itself, its podcast and its episodes for ever', async () => {
    const response = await get();
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      link: '<http://site.test/show/1/episodes/feed>; rel="self"',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const { title, link, language, atom, podcast, itunes, items } = parseRssFeed(response.body);
    expect({ title, link, language }).toEqual({
      title: 'Show 1',
      link: 'http://site.test/show/show-1',
      language: 'en',
    });
    expect(atom?.links).toEqual([
      { href: 'http://site.test/show/1/episodes/feed', rel: 'self', type: 'application/rss+xml' },
    ]);
    expect(podcast?.guid).toBe(podcastGuid('https://site.test/show/1/episodes/feed'));
    expect(itunes).toMatchObject({ author: 'Jane', explicit: false });
    expect(items?.map(({ guid }) => guid)).toEqual(
      [5, 4, 3, 2, 1].map((n) => ({ value: `guid-${n}`, isPermaLink: false })),
    );
    expect(items?.[0]).toMatchObject({
      title: 'Episode 5',
      link: 'http://site.test/user/jane/show-1-episode-5',
      pubDate: 'Thu, 01 Jan 2026 05:00:00 GMT',
      enclosures: [{ url: 'https://feed.test/5.mp3', length: 1000, type: 'audio/mpeg' }],
      itunes: { duration: 60, explicit: false, episodeType: 'full' },
    });
  });

  it('is found by the permalink as well, with the same content', async () => {
    expect((await get('/show/show-1/episodes/feed')).body).toBe((await get()).body);
    expect((await get('/show/show-1/episodes/feed/')).statusCode).toBe(200);
  });

  it.each(['/show/99/episodes/feed', '/show/nobody/episodes/feed', '/show/0/episodes/feed'])(
    'answers 404 at %s',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json().error.reason).toBe('SHOW_UNAVAILABLE');
    },
  );

  it('keeps the guid of the podcast if its address changes', async () => {
    const { podcast } = await read();
    const other = await openTestApp({ SITE_URL: 'https://new.test' });
    try {
      const show = { user_id: 1, permalink: 'moved', title: 'Moved', author: '', description: '' };
      await other.database
        .insertInto('shows')
        .values({
          ...show,
          language: 'en',
          categories: [],
          keywords: [],
          explicit: false,
          guid: podcast?.guid ?? '',
        })
        .execute();
      const moved = await other.app.inject('/show/moved/episodes/feed');
      expect(parseRssFeed(moved.body).podcast?.guid).toBe(podcast?.guid);
    } finally {
      await other.close();
    }
  });

  it('names files that are hosted here by an address that stays', async () => {
    const { media_id } = await test.database
      .insertInto('media')
      .values({
        sha256: 'a'.repeat(64),
        kind: 'audio',
        mime_type: 'audio/mp4',
        extension: 'm4a',
        file_size: 123,
        duration: 61.4,
      })
      .returning('media_id')
      .executeTakeFirstOrThrow();
    const extra = '<media:content url="https://feed.test/1.mp3" type="audio/mpeg"/>';
    await updateEpisode(1, { media_id, extra_xml: extra });
    const { episode_id } = await test.database
      .selectFrom('episodes')
      .select('episode_id')
      .where('media_id', '=', media_id)
      .executeTakeFirstOrThrow();
    const { items } = await read();
    const url = `http://site.test/media/downloads/${episode_id}.m4a`;
    expect(items?.at(-1)).toMatchObject({
      enclosures: [{ url, length: 123, type: 'audio/mp4' }],
      itunes: { duration: 61 },
      media: { contents: [{ url, type: 'audio/mpeg' }] },
    });
  });

  it.each(['draft', 'scheduled', 'unlisted', 'private'] as const)(
    'never names an episode that is %s',
    async (state) => {
      await updateEpisode(3, { state });
      expect(await titles()).toEqual(['Episode 5', 'Episode 4', 'Episode 2', 'Episode 1']);
    },
  );

  it('never names an episode whose audio opens nothing for the apps that read it', async () => {
    await updateEpisode(2, { requires_token: true });
    expect(await titles()).toEqual(['Episode 5', 'Episode 4', 'Episode 3', 'Episode 1']);
    await updateEpisode(2, { requires_token: false });
    expect(await titles()).toContain('Episode 2');
  });

  it('never names a deleted episode', async () => {
    await updateEpisode(5, { deleted_at: new Date() });
    expect(await titles()).not.toContain('Episode 5');
  });

  it('answers 410 once the show is deleted', async () => {
    await get();
    await updateShow({ deleted_at: new Date() });
    const response = await get();
    expect(response.statusCode).toBe(410);
    expect(response.json().error.reason).toBe('SHOW_GONE');
  });

  it('gives the same bytes to everybody, also to somebody who is signed in', async () => {
    const { cookies } = await test.signIn({ admin: true });
    await updateEpisode(1, { state: 'draft' });
    const [anonymous, admin] = [await get(), await get(FEED, { ...cookies })];
    expect(admin.body).toBe(anonymous.body);
    expect(admin.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['title', { title: 'New' }, 'A'],
    ['notes', { description: '<p>New</p>' }, 'B'],
  ])('forgets the imported words of a field that is edited: %s', async (_, edit, kept) => {
    const [{ description } = { description: '' }] = await test.database
      .selectFrom('episodes')
      .select('description')
      .where('guid', '=', 'guid-1')
      .execute();
    const [{ of } = { of: '' }] = (
      await sql<{ of: string }>`select md5(${description}) as of`.execute(test.database)
    ).rows;
    const original = {
      title: { of: 'Episode 1', itunes: 'One' },
      notes: {
        of,
        description: 'Short',
        content: '<p>Long <img src="https://e.test/a.png" /></p>',
      },
    };
    await updateEpisode(1, { original: JSON.stringify(original) });
    const before = (await read()).items?.at(-1);
    expect([before?.itunes?.title, before?.description, before?.content?.encoded]).toEqual([
      'One',
      'Short',
      '<p>Long <img src="https://e.test/a.png" /></p>',
    ]);
    await updateEpisode(1, edit);
    const after = (await read()).items?.at(-1);
    const isTitle = kept === 'A';
    expect([after?.itunes?.title, after?.title]).toEqual([
      isTitle ? undefined : 'One',
      isTitle ? 'New' : 'Episode 1',
    ]);
    expect([after?.description, after?.content]).toEqual(
      isTitle ? ['Short', before?.content] : ['<p>New</p>', undefined],
    );
  });
});

/** Two versions in the same second have one date, so the second one has none. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000);
  const before = second();
  await vi.waitFor(() => expect(second()).toBeGreaterThan(before), 2_000);
}

/** Changes something, and expects another feed with another version. */
async function expectChange(change: () => Promise<unknown>): Promise<void> {
  await nextSecond();
  await get();
  const before = await get();
  await change();
  const after = await get(FEED, { 'if-none-match': String(before.headers.etag) });
  expect(after.statusCode).toBe(200);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(diffFeeds(before.body, after.body)).not.toEqual([]);
  const stale = { 'if-modified-since': String(before.headers['last-modified'] ?? new Date()) };
  expect((await get(FEED, stale)).statusCode).toBe(200);
}

describe('the version of a feed', () => {
  beforeEach(() => fill({ shows: 2, episodesPerShow: 5 }));

  it.each([
    ['the show', () => updateShow({ title: 'Renamed' })],
    [
      'the name of the author in the addresses',
      () => test.database.updateTable('users').set({ permalink: 'renamed' }).execute(),
    ],
    ['the list', () => test.database.deleteFrom('episodes').where('guid', '=', 'guid-2').execute()],
  ])('changes at once with %s', (_, change) => expectChange(change));

  it('stays the same if another show changes', async () => {
    await get();
    const before = await get();
    await test.database.updateTable('shows').set({ title: 'x' }).where('show_id', '=', 2).execute();
    expect((await get()).headers.etag).toBe(before.headers.etag);
  });
});

/** A small feed is an answer in memory, a large one a file. */
describe.each([
  ['small', 5],
  ['large', 300],
])('a %s feed', (_, episodes) => {
  // Once, because a thread makes each version of a large feed.
  beforeAll(() => startWith(episodes));

  it('has every episode once, newest first', async () => {
    const all = Array.from({ length: episodes }, (_, n) => `Episode ${episodes - n}`);
    expect(await titles()).toEqual(all);
    expect(await titles()).toEqual(all);
  });

  it('answers 304 to whoever has it, by tag or by date', async () => {
    await test.database.updateTable('shows').set({ guid: 'own' }).execute();
    await nextSecond();
    const { headers } = await get();
    const [etag, date] = [String(headers.etag), String(headers['last-modified'])];
    expect(new Date(date).getTime()).toBeLessThanOrEqual(Date.now());
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': etag, 'accept-encoding': 'gzip' },
      { 'if-modified-since': date },
    ]) {
      const response = await get(FEED, condition);
      expect([response.statusCode, response.body]).toEqual([304, '']);
    }
    for (const condition of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': date },
      { 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' },
    ]) {
      expect((await get(FEED, condition)).statusCode).toBe(200);
    }
    expect((await get(FEED, { 'if-match': '"other"' })).statusCode).toBe(412);
  });

  it('changes at once with an episode', () =>
    expectChange(() => updateEpisode(1, { title: 'Renamed' })));

  it('is sent in gzip to whoever knows it', async () => {
    const [plain, zipped] = [await get(), await get(FEED, { 'accept-encoding': 'gzip, deflate' })];
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers.vary).toContain('Accept-Encoding');
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    await get();
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const whole = await get(FEED, headers);
      const head = await test.app.inject({ method: 'HEAD', url: FEED, headers });
      const { date: _, 'x-request-id': __, ...shared } = head.headers;
      expect(head.body).toBe('');
      expect(whole.headers).toMatchObject(shared);
    }
  });

  it('is made once for many readers at the same time', async () => {
    await get();
    await updateShow({ title: 'Changed' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => get(FEED, n % 2 ? { 'accept-encoding': 'gzip' } : {})),
    );
    const bodies = answers.map(({ rawPayload }, n) =>
      n % 2 ? gunzipSync(rawPayload).toString() : rawPayload.toString(),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('<title>Changed</title>');
  });

  it('moves away with 301, and comes back', async () => {
    await get();
    const before = await get();
    await updateShow({ new_feed_url: 'https://new.test/feed?a=1&b=2' });
    const moved = await get(FEED, { 'if-none-match': String(before.headers.etag) });
    expect([moved.statusCode, moved.headers.location]).toEqual([
      301,
      'https://new.test/feed?a=1&b=2',
    ]);
    await updateShow({ new_feed_url: null });
    expect((await get()).body).toBe(before.body);
  });
});

describe('a large feed in a file', () => {
  beforeAll(() => startWith(300));
  /** A feed is stored a moment after it was sent. */
  const stored = () =>
    vi.waitFor(async () => {
      const names = await readdir(folder());
      expect(names).toHaveLength(1);
      return names;
    });

  it('keeps one version of each show', async () => {
    await get();
    const first = await stored();
    await updateShow({ title: 'Next' });
    await get();
    await vi.waitFor(async () => expect(await stored()).not.toEqual(first));
  });

  it('is made again if somebody empties the folder', async () => {
    await get();
    const before = await get();
    await rm(folder(), { recursive: true, force: true, maxRetries: 5 });
    const after = await get();
    expect(after.body).toBe(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
  });
});
