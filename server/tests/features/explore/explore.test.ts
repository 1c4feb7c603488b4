import { CATEGORIES } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll } from '../../../src/features/search/search.ts';
import { addShow } from '../../helpers/catalogue-of.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());

async function get(path: string, headers = {}) {
  const response = await test.app.inject({ url: `/api/v2/explore/${path}`, headers });
  return { status: response.statusCode, ...response.json() };
}

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  {
    payload,
    headers = admin.headers,
  }: { payload?: object; headers?: { authorization?: string } } = {},
) {
  const url = `/api/v2/explore/${path}`;
  const response = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, ...response.json() };
}

const titlesOf = (items: { title: string }[]) => items.map(({ title }) => title);

describe('the lists of administrators', () => {
  it('are made, changed, filled and removed', async () => {
    const shows = await Promise.all(
      ['One', 'Two', 'Three'].map((title) =>
        addShow(test.database, { title, episodes: [{ title }] }),
      ),
    );
    const [one = 0, two = 0, three = 0] = shows.map(({ showId }) => showId);
    const made = await send('POST', 'lists', { payload: { title: 'Our favourites' } });
    expect(made.status).toBe(201);
    const { list } = made.response;
    expect(list).toMatchObject({
      permalink: 'our-favourites',
      title: 'Our favourites',
      description: '',
      type: 'shows',
      is_computed: false,
      items_url: 'http://site.test/api/v2/explore/lists/our-favourites/items',
    });
    const at = `lists/${list.list_id}`;
    expect((await send('PUT', `${at}/items`, { payload: { items: [three, one] } })).status).toBe(
      200,
    );
    expect(titlesOf((await get('lists/our-favourites/items')).response.items)).toEqual([
      'Three',
      'One',
    ]);
    await send('PUT', `${at}/items`, { payload: { items: [two, three, one] } });
    expect(titlesOf((await get(`${at}/items`)).response.items)).toEqual(['Two', 'Three', 'One']);
    const changed = await send('PUT', at, {
      payload: { title: 'Better', description: 'All good.' },
    });
    expect(changed.response.list).toMatchObject({
      permalink: 'our-favourites',
      title: 'Better',
      description: 'All good.',
    });
    expect(await get(at)).toMatchObject({ response: { list: changed.response.list } });
    expect(await send('DELETE', at)).toMatchObject({ status: 200, response: {} });
    expect((await send('DELETE', at)).status).toBe(404);
    expect((await get(`${at}/items`)).status).toBe(404);
  });

  it('hold episodes as well', async () => {
    const { episodeIds } = await addShow(test.database, {
      title: 'S',
      episodes: [{ title: 'a' }, { title: 'b' }],
    });
    const { response } = await send('POST', 'lists', {
      payload: { title: 'Episodes', type: 'episodes' },
    });
    await send('PUT', `lists/${response.list.list_id}/items`, {
      payload: { items: episodeIds.toReversed() },
    });
    const { items } = (await get('lists/episodes/items')).response;
    expect(titlesOf(items)).toEqual(['b', 'a']);
    expect(items[0]).toHaveProperty('episode_id');
    const { pager } = (await get('lists/episodes/items?page=2&limit=1')).response;
    expect(pager).toMatchObject({ current_page: 2, last_page: 2 });
    expect(titlesOf(pager.results)).toEqual(['a']);
    await test.database
      .updateTable('episodes')
      .set({ state: 'private' })
      .where('title', '=', 'b')
      .execute();
    expect(titlesOf((await get('lists/episodes/items')).response.items)).toEqual(['a']);
    const left = (await get('lists/episodes/items?page=1&limit=1')).response.pager;
    expect(left).toMatchObject({ last_page: 1 });
    expect(titlesOf(left.results)).toEqual(['a']);
  });

  it('are for administrators to change', async () => {
    const { headers } = await test.signIn();
    const payload = { title: 'Mine' };
    expect((await send('POST', 'lists', { payload, headers: {} })).status).toBe(401);
    expect((await send('POST', 'lists', { payload, headers })).status).toBe(403);
    expect((await send('PUT', 'lists/1', { payload, headers })).status).toBe(403);
    expect((await send('DELETE', 'lists/1', { headers })).status).toBe(403);
    expect((await send('PUT', 'lists/1/items', { payload: { items: [] }, headers })).status).toBe(
      403,
    );
  });

  it('have addresses of their own', async () => {
    const permalinkOf = async (title: string) =>
      (await send('POST', 'lists', { payload: { title } })).response.list.permalink;
    expect(await permalinkOf('Twice')).toBe('twice');
    expect(await permalinkOf('Twice')).toBe('twice-2');
    expect(await permalinkOf('New')).toBe('list-new');
    expect(await permalinkOf('Technology')).toBe('list-technology');
    expect(await permalinkOf('2026')).toBe('list-2026');
    expect(await permalinkOf('???')).toBe('list');
  });

  it('refuse what they cannot hold', async () => {
    const messages = async (path: string, payload: object, method: 'POST' | 'PUT' = 'PUT') =>
      (await send(method, path, { payload })).error.messages.join();
    const { list_id } = (await send('POST', 'lists', { payload: { title: 'Strict' } })).response
      .list;
    expect(await messages('lists', {}, 'POST')).toMatch(/^title: /);
    expect(await messages('lists', { title: ' \u202e ' }, 'POST')).toBe('title: must not be empty');
    expect(await messages('lists', { title: 'x', type: 'users' }, 'POST')).toMatch(/^type: /);
    expect(await messages('lists', { title: 'x', owner: 1 }, 'POST')).toMatch(/^owner: /);
    expect(await messages(`lists/${list_id}/items`, { items: [999_999] })).toBe(
      'items: there is no public show 999999',
    );
    expect(await messages(`lists/${list_id}/items`, { items: [1, 1] })).toMatch(/^items/);
    expect(
      await messages(`lists/${list_id}/items`, {
        items: Array.from({ length: 501 }, (_, at) => at + 1),
      }),
    ).toMatch(/^items/);
    expect((await send('PUT', 'lists/999999/items', { payload: { items: [] } })).status).toBe(404);
    expect((await get('lists/absent/items')).status).toBe(404);
  });

  it('keep one of two orders that are sent at the same time', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, at) => (await addShow(test.database, { title: `At once ${at}` })).showId,
      ),
    );
    const { list_id } = (await send('POST', 'lists', { payload: { title: 'At once' } })).response
      .list;
    const orders = [ids, ids.toReversed(), ids.slice(3), []];
    const answers = await Promise.all(
      orders.map((items) => send('PUT', `lists/${list_id}/items`, { payload: { items } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const stored = (await get(`lists/${list_id}/items?limit=100`)).response.items;
    expect(orders).toContainEqual(stored.map(({ show_id }: { show_id: number }) => show_id));
  });
});

describe('GET /v2/explore/lists', () => {
  it('names the computed lists, and then the others in their order', async () => {
    await send('POST', 'lists', { payload: { title: 'Last', position: 100 } });
    await send('POST', 'lists', { payload: { title: 'First', position: -100 } });
    const { items, next_url } = (await get('lists')).response;
    expect(items.slice(0, 2)).toMatchObject([
      { permalink: 'new', title: 'New shows', is_computed: true, list_id: 'new' },
      { permalink: 'popular', title: 'Popular shows', is_computed: true, list_id: 'popular' },
    ]);
    expect(items[2].title).toBe('First');
    expect(items.at(-1).title).toBe('Last');
    expect(next_url).toBeNull();
    const part = (await get('lists?limit=3')).response;
    const rest = await test.app.inject(part.next_url.replace('http://site.test', ''));
    expect([...part.items, ...rest.json().response.items]).toEqual(items.slice(0, 6));
    const one = (await get('lists?limit=1')).response;
    const second = await test.app.inject(one.next_url.replace('http://site.test', ''));
    expect(second.json().response.items).toEqual([items[1]]);
  });

  it('goes on after a list that was removed', async () => {
    const made = await send('POST', 'lists', { payload: { title: 'Short-lived', position: -200 } });
    const { items, next_url } = (await get('lists?limit=3')).response;
    expect(items.at(-1).title).toBe('Short-lived');
    await send('DELETE', `lists/${made.response.list.list_id}`);
    const next = (await test.app.inject(next_url.replace('http://site.test', ''))).json().response;
    const all = (await get('lists')).response.items;
    expect(next.items).toEqual(all.slice(2, 5));
  });

  it('gives each list an id that its address takes', async () => {
    const { items } = (await get('lists')).response;
    for (const { list_id, permalink } of items) {
      expect((await get(`lists/${list_id}`)).response.list.permalink).toBe(permalink);
      expect((await get(`lists/${list_id}/items`)).status).toBe(200);
    }
  });
});

describe('the computed lists', () => {
  it('new has shows with episodes, the newest first', async () => {
    await addShow(test.database, { title: 'Empty' });
    await addShow(test.database, { title: 'Older', episodes: [{ title: 'x' }] });
    await addShow(test.database, { title: 'Newer', episodes: [{ title: 'x' }] });
    await addShow(test.database, { title: 'Draft', episodes: [{ title: 'x', state: 'unlisted' }] });
    const { items, next_url } = (await get('lists/new/items?limit=2')).response;
    expect(titlesOf(items)).toEqual(['Newer', 'Older']);
    const next = (await test.app.inject(next_url.replace('http://site.test', ''))).json().response;
    expect(titlesOf(next.items)).not.toContain('Older');
    expect((await get('lists/new/items?page=1')).response.pager.results).toContainEqual(
      expect.objectContaining({ title: 'Older' }),
    );
  });

  it('similar has the shows with the most tags and categories in common', async () => {
    const { showId } = await addShow(test.database, {
      title: 'This',
      keywords: ['owls', 'bats'],
      categories: ['Golf'],
    });
    await addShow(test.database, { title: 'Both', keywords: ['Owls', 'Bats'] });
    await addShow(test.database, { title: 'One', keywords: ['owls'] });
    await addShow(test.database, { title: 'Same category', categories: ['Golf'] });
    await addShow(test.database, { title: 'Other', keywords: ['mice'], categories: ['Comedy'] });
    await indexAll(test.database);
    const { items } = (await get(`lists/similar/items?show_id=${showId}`)).response;
    expect(titlesOf(items)).toEqual(['Both', 'Same category', 'One']);
    const first = (await get(`lists/similar/items?show_id=${showId}&limit=2`)).response;
    const second = (await test.app.inject(first.next_url.replace('http://site.test', ''))).json()
      .response;
    expect(titlesOf([...first.items, ...second.items])).toEqual(titlesOf(items));
    expect((await get('lists/similar/items?show_id=999999')).response.items).toEqual([]);
    expect((await get('lists/similar/items')).error.messages).toEqual([
      'show_id: is needed for this list; send the id of the show to compare with',
    ]);
  });
});

describe('the lists of languages', () => {
  const languageLists = async () =>
    (await get('lists')).response.items.filter(
      (list: { language: string | null }) => list.language,
    );

  it('are there if the shows have several languages, the most frequent first', async () => {
    await addShow(test.database, { title: 'Auf Deutsch', language: 'de' });
    await addShow(test.database, { title: 'Aus Wien', language: 'de-AT' });
    await addShow(test.database, { title: 'В эфире', language: 'ru' });
    await addShow(test.database, { title: 'Weg', language: 'nl', deleted_at: new Date() });
    await indexAll(test.database);
    const lists = await languageLists();
    expect(lists.map(({ permalink, title }: never) => [permalink, title])).toEqual([
      ['language-en', 'Shows in English'],
      ['language-de', 'Shows in German'],
      ['language-it', 'Shows in Italian'],
      ['language-ru', 'Shows in Russian'],
    ]);
    expect(lists[1]).toMatchObject({ list_id: 'language-de', language: 'de', is_computed: true });
    expect(titlesOf((await get('lists/language-de/items')).response.items).toSorted()).toEqual([
      'Auf Deutsch',
      'Aus Wien',
    ]);
    expect((await get('lists/language-de/items?page=2&limit=1')).response.pager).toMatchObject({
      last_page: 2,
      results: [{ language: expect.stringMatching(/^de/) }],
    });
  });

  it('follow a show that changes its language', async () => {
    await test.database
      .updateTable('shows')
      .set({ language: 'uk' })
      .where('title', '=', 'В эфире')
      .execute();
    await indexAll(test.database);
    expect((await get('lists/language-ru')).status).toBe(404);
    expect(titlesOf((await get('lists/language-uk/items')).response.items)).toEqual(['В эфире']);
  });

  it('do not exist for languages without shows, and no other list takes their address', async () => {
    expect((await get('lists/language-nl/items')).status).toBe(404);
    expect((await get('lists/language-xx')).status).toBe(404);
    const { response } = await send('POST', 'lists', { payload: { title: 'Language nl' } });
    expect(response.list.permalink).toBe('list-language-nl');
  });
});

describe('categories', () => {
  it('are Apple’s, in two levels', async () => {
    const { items } = (await get('categories')).response;
    const all = items.flatMap(({ children, ...top }: { children: object[] }) => [top, ...children]);
    expect(all.map(({ permalink, name, parent }: never) => ({ permalink, name, parent }))).toEqual(
      CATEGORIES,
    );
  });

  it('have the shows that name them, in any spelling, and those of the categories below', async () => {
    await addShow(test.database, { title: 'Health', categories: ['health &amp; FITNESS'] });
    await addShow(test.database, { title: 'Mind', categories: ['Mental Health'] });
    await addShow(test.database, { title: 'Old name', categories: ['Fitness & Nutrition'] });
    await addShow(test.database, { title: 'Unknown', categories: ['Fitness of cats'] });
    await indexAll(test.database);
    const shows = async (permalink: string) =>
      titlesOf((await get(`categories/${permalink}/items`)).response.items).toSorted();
    expect(await shows('health-and-fitness')).toEqual(['Health', 'Mind', 'Old name']);
    expect(await shows('mental-health')).toEqual(['Mind']);
    const { items, next_url } = (await get('categories/health-and-fitness/items?limit=2')).response;
    const rest = (await test.app.inject(next_url.replace('http://site.test', ''))).json().response;
    expect(titlesOf([...items, ...rest.items]).toSorted()).toEqual(['Health', 'Mind', 'Old name']);
    const { pager } = (await get('categories/health-and-fitness/items?page=1')).response;
    expect(pager).toMatchObject({ last_page: 1 });
    expect((await get('categories/absent/items')).status).toBe(404);
  });

  it('tell how many listed shows they have', async () => {
    const counts = async () => {
      const { items } = (await get('categories')).response;
      type Counted = { permalink: string; show_count: number; children: Counted[] };
      const all = (items as Counted[]).flatMap(({ children, ...top }) => [top, ...children]);
      return Object.fromEntries(all.map(({ permalink, show_count }) => [permalink, show_count]));
    };
    const { showId } = await addShow(test.database, { title: 'B', categories: ['Books'] });
    await addShow(test.database, { title: 'A', categories: ['Arts'] });
    await addShow(test.database, { title: 'F', categories: ['Arts', 'Books', 'Food'] });
    await indexAll(test.database);
    expect(await counts()).toMatchObject({ arts: 3, books: 2, food: 1, design: 0 });
    await test.database
      .updateTable('shows')
      .set({ deleted_at: new Date() })
      .where('show_id', '=', showId)
      .execute();
    await indexAll(test.database);
    expect(await counts()).toMatchObject({ arts: 2, books: 1 });
  });
});
