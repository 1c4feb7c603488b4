import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Renderers } from '../src/platform/renderers.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

/** How often a page was loaded. */
let loads = 0;

/** A page that shows what the viewer has to do with the first episode and its show. */
const loadSitePage: Renderers['loadSitePage'] = async ({ url }, data, { USER }) => {
  loads += 1;
  const [, section] = url.split('/');
  const episode = section === 'user' ? await data.getEpisode(...EPISODE_NAME, null) : null;
  const content = {
    name: USER?.name ?? null,
    isLiked: await data.isMarked({ kind: 'episode', id: 1 }),
    isFollowed: await data.isMarked({ kind: 'show', id: 1 }),
    show: section === 'show' ? await data.getShow('field-notes-on-sound') : null,
    episode,
    comments: episode ? await data.listComments(1, { cursor: null, key: null }) : null,
    home: section === '' ? [await data.listLatest(8), await data.listNew(8)] : null,
  };
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: JSON.stringify(content),
    config: { page: section ? (PAGES[section] ?? section) : 'landing', props: {}, status: 200 },
    title: '',
    head: [],
    modules: [],
    player: null,
  };
};

const PAGES: Record<string, string> = { show: 'show', user: 'episode' };
const EPISODE_NAME = ['mara-lindqvist', 'why-rooms-sing'] as const;
const EPISODE = `/${['user', ...EPISODE_NAME].join('/')}`;
const SHOW = '/show/field-notes-on-sound';

let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await openTestApp({}, { loadSitePage, renderDocument: ({ content }) => content });
});
afterAll(() => test?.close());
beforeEach(async () => {
  reader = await test.signIn();
  await test.deps.answers.settle();
});

async function read(url: string, who: SignedIn | null = reader) {
  const before = loads;
  const { statusCode, body, headers } = await test.app.inject({
    url,
    headers: who ? who.cookies : {},
  });
  expect(statusCode).toBe(200);
  return { page: JSON.parse(body), isMade: loads > before, headers };
}

async function write(method: 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) {
  const url = `/api/v2${path}`;
  const answer = await test.app.inject({
    method,
    url,
    headers: reader.headers,
    ...(payload && { payload }),
  });
  expect(answer.statusCode).toBeLessThan(300);
}

const author = () =>
  test.database
    .selectFrom('users')
    .selectAll()
    .where('permalink', '=', 'mara-lindqvist')
    .executeTakeFirstOrThrow();

describe('the page of a member', () => {
  it.each(['/', SHOW, EPISODE])('is made once for each session: %s', async (url) => {
    const other = await test.signIn();
    const first = await read(url);
    const second = await read(url);
    expect([first.isMade, second.isMade]).toEqual([true, false]);
    expect(second.page).toEqual(first.page);
    expect(second.headers['cache-control']).toBe('private, no-cache');
    expect(second.headers.vary).toContain('Cookie');
    const theirs = await read(url, other);
    expect(theirs.isMade).toBe(true);
    expect(theirs.page.name).not.toBe(second.page.name);
    expect((await read(url, null)).page.name).toBe(null);
    expect((await read(url, await test.signInAgain(reader))).isMade).toBe(true);
  });

  it('is made once for navigation in the page as well, and other pages are made each time', async () => {
    const show = `/ajax?url=${encodeURIComponent(SHOW)}`;
    expect([(await read(show)).isMade, (await read(show)).isMade]).toEqual([true, false]);
    const settings = '/ajax?url=/account/settings';
    expect([(await read(settings)).isMade, (await read(settings)).isMade]).toEqual([true, true]);
  });

  it('is made anew after a like, a follow and their end, and the public page stays', async () => {
    await read(EPISODE, null);
    expect((await read(EPISODE)).page).toMatchObject({ isLiked: false, isFollowed: false });
    await write('PUT', `/users/${reader.userId}/likes/1`);
    expect((await read(EPISODE)).page.isLiked).toBe(true);
    await write('DELETE', `/users/${reader.userId}/likes/1`);
    expect((await read(EPISODE)).page.isLiked).toBe(false);
    await write('PUT', `/users/${reader.userId}/favorites/1`);
    expect((await read(EPISODE)).page.isFollowed).toBe(true);
    expect((await read(EPISODE, null)).isMade).toBe(false);
  });

  it('is not shown to somebody whom the author has blocked meanwhile', async () => {
    expect((await read(EPISODE)).page.episode).not.toBe(null);
    const { user_id } = await author();
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: user_id, blocked_id: reader.userId })
      .execute();
    await test.deps.answers.settle();
    expect((await read(SHOW)).page.show).toBe(null);
  });

  it('follows the name of the reader, and what its author changes', async () => {
    await read(SHOW);
    await test.database
      .updateTable('users')
      .set({ name: 'Renamed' })
      .where('user_id', '=', reader.userId)
      .execute();
    await test.database
      .updateTable('shows')
      .set({ language: 'it' })
      .where('show_id', '=', 1)
      .execute();
    await test.deps.answers.settle();
    expect((await read(SHOW)).page).toMatchObject({ name: 'Renamed', show: { language: 'it' } });
  });

  it('ends with the session', async () => {
    await read(SHOW);
    await write('POST', '/auth/logout');
    expect((await read(SHOW)).page.name).toBe(null);
  });

  it('has a comment at once, and loses it at once', async () => {
    await read(EPISODE);
    await write('POST', '/episodes/1/messages', { text: 'Like a bell' });
    expect((await read(EPISODE)).page.comments.items[0].text).toBe('Like a bell');
    const [{ message_id }] = (await read(EPISODE)).page.comments.items;
    await write('DELETE', `/episodes/1/messages/${message_id}`);
    expect((await read(EPISODE)).page.comments.items).toEqual([]);
  });

  it('waits for what its reader is just writing', async () => {
    await read(EPISODE);
    for (const method of ['PUT', 'DELETE'] as const) {
      const writing = write(method, `/users/${reader.userId}/likes/1`);
      const { writes } = test.deps.answers;
      for (let turn = 0; turn < 10_000 && !writes.ended(reader.userId); turn++)
        await setImmediate();
      expect((await read(EPISODE)).page.isLiked).toBe(method === 'PUT');
      await writing;
    }
    expect(test.deps.answers.writes.ended(reader.userId)).toBe(null);
  });

  it('is made each time for an author, because reading comments marks them as read', async () => {
    await test.database
      .insertInto('show_members')
      .values({ show_id: 1, user_id: reader.userId, role: 'editor' })
      .execute();
    await test.deps.answers.settle();
    expect((await read(EPISODE)).isMade).toBe(true);
    expect((await read(EPISODE)).isMade).toBe(true);
  });

  it('is made for each of many who ask at the same time', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => test.signIn()));
    const pages = await Promise.all([...readers, ...readers].map((who) => read(EPISODE, who)));
    const names = pages.map(({ page }) => page.name);
    expect(new Set(names).size).toBe(20);
    expect(names.slice(0, 20)).toEqual(names.slice(20));
  });
});
