import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Renderers } from '../src/platform/renderers.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

/** How often a page was loaded. */
let loads = 0;
/** Runs after the next load of a page, before its answer. */
let afterLoad: (() => Promise<void>) | null = null;

/** A page that shows what the viewer has to do with the first episode and its show. */
const loadSitePage: Renderers['loadSitePage'] = async ({ url }, data, { USER }) => {
  loads += 1;
  const [, section] = url.split('/');
  const episode = section === 'user' ? await data.getEpisode(...EPISODE_NAME, null) : null;
  const content = {
    isLiked: await data.isMarked({ kind: 'episode', id: 1 }),
    isFollowed: await data.isMarked({ kind: 'show', id: 1 }),
    show: section === 'show' ? await data.getShow('field-notes-on-sound') : null,
    episode,
    comments: episode ? await data.listComments(1, { cursor: null, key: null }) : null,
    madeFor: USER?.name ?? null,
    home: section === '' ? [await data.listLatest(8), await data.listNew(8)] : null,
  };
  const then = afterLoad;
  afterLoad = null;
  await then?.();
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: JSON.stringify(content),
    config: { page: section ?? '', props: {}, status: 200 },
    title: '',
    head: [],
    modules: [],
    player: null,
    members: {
      mark: section === '' ? null : { kind: section === 'user' ? 'episode' : 'show', id: 1 },
      people: content.comments?.items.flatMap(({ user }) => user?.user_id ?? []) ?? [],
      hasNews: section === '',
    },
  };
};

const EPISODE_NAME = ['mara-lindqvist', 'why-rooms-sing'] as const;
const EPISODE = `/${['user', ...EPISODE_NAME].join('/')}`;
const SHOW = '/show/field-notes-on-sound';

let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await openTestApp(
    {},
    {
      loadSitePage,
      isShared: (url) => !url.startsWith('/account'),
      renderDocument: ({ content }) => content,
      fillDocument: (html, { USER }) =>
        JSON.stringify({ ...JSON.parse(html), name: USER?.name ?? null }),
    },
  );
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
  it.each(['/', SHOW, EPISODE])(
    'is made once for all to whom it looks the same: %s',
    async (url) => {
      const other = await test.signIn();
      const first = await read(url);
      const second = await read(url, other);
      expect(second.isMade).toBe(false);
      expect({ ...second.page, name: '' }).toEqual({ ...first.page, name: '' });
      expect(second.page.name).not.toBe(first.page.name);
      expect(second.headers['cache-control']).toBe('private, no-cache');
      expect(second.headers.vary).toContain('Cookie');
      expect((await read(url, null)).page.name).toBe(null);
    },
  );

  it('is shared for navigation in the page as well, and other pages are made each time', async () => {
    const other = await test.signIn();
    const show = `/ajax?url=${encodeURIComponent(SHOW)}`;
    await read(show);
    expect((await read(show, other)).isMade).toBe(false);
    const settings = '/ajax?url=/account/settings';
    expect([(await read(settings)).isMade, (await read(settings)).isMade]).toEqual([true, true]);
  });

  it('shows a like, a follow and their end, and the public page stays', async () => {
    await read(EPISODE, null);
    expect((await read(EPISODE)).page.isLiked).toBe(false);
    await write('PUT', `/users/${reader.userId}/likes/1`);
    expect((await read(EPISODE)).page.isLiked).toBe(true);
    expect((await read(EPISODE, await test.signIn())).page.isLiked).toBe(false);
    await write('DELETE', `/users/${reader.userId}/likes/1`);
    expect((await read(EPISODE)).page.isLiked).toBe(false);
    await write('PUT', `/users/${reader.userId}/favorites/1`);
    expect((await read(SHOW)).page.isFollowed).toBe(true);
    expect((await read(EPISODE, null)).isMade).toBe(false);
  });

  it('has the news of a reader who follows something', async () => {
    await write('PUT', `/users/${reader.userId}/favorites/1`);
    const [, news] = (await read('/')).page.home;
    expect(news.length).toBeGreaterThan(0);
    const [, none] = (await read('/', await test.signIn())).page.home;
    expect(none).toEqual([]);
  });

  it('is not shown to a reader whom the author has blocked meanwhile', async () => {
    expect((await read(EPISODE)).page.episode).not.toBe(null);
    const { user_id } = await author();
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: user_id, blocked_id: reader.userId })
      .execute();
    await test.deps.answers.settle();
    expect((await read(SHOW)).page.show).toBe(null);
    expect((await read(SHOW, await test.signIn())).page.show).not.toBe(null);
  });

  it('follows the name of the reader, and changes of the author', async () => {
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

  it('is made for a reader whose comment arrives between the two looks', async () => {
    const shows = test.database.updateTable('shows').set({ language: 'en' });
    await shows.where('show_id', '=', 1).execute(); // a stored page is out of date
    await test.deps.answers.settle();
    afterLoad = () => write('POST', '/episodes/1/messages', { text: 'In between' });
    const { page } = await read(EPISODE);
    expect(page.comments.items[0].text).toBe('In between');
    expect(page.madeFor).toBe(page.name);
  });

  it.each(['an editor', 'an administrator', 'a reader who wrote a comment on it'])(
    'is made for %s alone',
    async (who) => {
      const special = await test.signIn({ admin: who === 'an administrator' });
      if (who === 'an editor') {
        await test.database
          .insertInto('show_members')
          .values({ show_id: 1, user_id: special.userId, role: 'editor' })
          .execute();
      }
      if (who.startsWith('a reader')) {
        const url = '/api/v2/episodes/1/messages';
        const { headers } = special;
        await test.app.inject({ method: 'POST', url, headers, payload: { text: 'Mine' } });
      }
      await test.deps.answers.settle();
      expect((await read(EPISODE, special)).isMade).toBe(true);
      expect((await read(EPISODE, special)).isMade).toBe(true);
    },
  );

  it('has the name of each of many who ask at the same time', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => test.signIn()));
    const pages = await Promise.all([...readers, ...readers].map((who) => read(EPISODE, who)));
    const names = pages.map(({ page }) => page.name);
    expect(new Set(names).size).toBe(20);
    expect(names.slice(0, 20)).toEqual(names.slice(20));
  });
});
