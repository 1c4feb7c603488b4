import type { Episode } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll } from '../../../src/features/search/search.ts';
import { tagName } from '../../../src/features/tags/tags.ts';
import { addEpisode, addShow } from '../../helpers/catalogue-of.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

describe('tagName', () => {
  it.each([
    ['True Crime', 'true-crime'],
    [' #true_crime ', 'true-crime'],
    ['ＴＲＵＥ　ＣＲＩＭＥ', 'true-crime'],
    ['true – crime', 'true-crime'],
    ['Café', 'café'],
    ['Cafe\u0301', 'café'],
    ['C++', 'c++'],
    ['日本', '日本'],
    ['🎧', '🎧'],
    ['a\u202eb', 'ab'],
    ['a/b?c', 'a/b?c'],
  ])('makes %j to %j', (text, name) => {
    expect(tagName(text)).toBe(name);
    expect(tagName(name)).toBe(name);
  });

  it.each(['', ' ', '#', '---', '..', '\0', '/', 'x'.repeat(101)])('refuses %j', (text) => {
    expect(tagName(text)).toBeNull();
  });
});

describe('GET /v2/tags/{tag_name}/episodes', () => {
  let test: TestApp;
  let show: { show_id: number; user_id: number };
  beforeAll(async () => {
    test = await openTestApp();
    const episodes = Array.from({ length: 25 }, (_, at) => ({
      title: `Number ${at}`,
      published_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 2))).toISOString(), // two each day
      tags: at % 5 === 0 ? ['Fifth One'] : [],
    }));
    const { showId, userId } = await addShow(test.database, {
      title: 'Tagged',
      keywords: ['Whole Show', 'a/b'],
      episodes,
    });
    show = { show_id: showId, user_id: userId };
    await indexAll(test.database);
  });
  afterAll(() => test?.close());

  const get = (path: string, headers = {}) =>
    test.app.inject({ url: `/api/v2/tags/${path}`, headers });
  const titlesOf = (items: Episode[]) => items.map(({ title }) => title);

  it('lists the episodes that have the tag, in any spelling of it', async () => {
    for (const name of ['fifth-one', 'Fifth%20One', '%23FIFTH_ONE']) {
      const { items } = (await get(`${name}/episodes`)).json().response;
      expect(titlesOf(items)).toEqual([
        'Number 20',
        'Number 15',
        'Number 10',
        'Number 5',
        'Number 0',
      ]);
    }
    expect((await get('a%2Fb/episodes?limit=100')).json().response.items).toHaveLength(25);
  });

  it('lists the episodes of a show that has the tag, newest first, on pages that follow each other', async () => {
    const all: string[] = [];
    let url = '/api/v2/tags/whole-show/episodes';
    while (url) {
      const { response } = (await test.app.inject(url)).json();
      all.push(...titlesOf(response.items));
      // An episode that comes meanwhile belongs to the first page: it moves no other.
      await addEpisode(test.database, show, {
        title: 'Newest',
        published_at: new Date().toISOString(),
      });
      await indexAll(test.database);
      url = response.next_url?.replace('http://site.test', '');
    }
    expect(all).toHaveLength(25);
    expect(new Set(all).size).toBe(25);
    expect(all.slice(0, 3)).toEqual(['Number 24', 'Number 23', 'Number 22']);
    await test.database.deleteFrom('episodes').where('title', '=', 'Newest').execute();
    await indexAll(test.database);
  });

  it('follows changes of tags and of dates', async () => {
    const added = ['One', 'Two', 'Three'].map((title) =>
      addEpisode(test.database, show, { title, tags: ['moving', 'staying'] }),
    );
    const [one, two, three] = await Promise.all(added);
    const change = (id: number | undefined, values: object) =>
      test.database
        .updateTable('episodes')
        .set(values)
        .where('episode_id', '=', id ?? 0)
        .execute();
    await change(one, { published_at: '2026-03-01T00:00:00Z' });
    await change(two, { published_at: '2026-03-02T00:00:00Z' });
    await change(three, { published_at: '2026-03-03T00:00:00Z' });
    await indexAll(test.database);
    const listOf = async (tag: string) =>
      titlesOf((await get(`${tag}/episodes`)).json().response.items);
    expect(await listOf('moving')).toEqual(['Three', 'Two', 'One']);
    await change(one, { published_at: '2026-03-04T00:00:00Z' });
    await change(two, { tags: ['staying', 'new'] });
    await test.database.deleteFrom('episodes').where('title', '=', 'Three').execute();
    await indexAll(test.database);
    expect(await listOf('moving')).toEqual(['One']);
    expect(await listOf('staying')).toEqual(['One', 'Two']);
    expect(await listOf('new')).toEqual(['Two']);
    await test.database.deleteFrom('episodes').where('title', 'in', ['One', 'Two']).execute();
    await indexAll(test.database);
  });

  it('has numbered pages', async () => {
    const { pager } = (await get('whole-show/episodes?page=3')).json().response;
    expect(pager).toMatchObject({ current_page: 3, first_page: 1, last_page: 3 });
    expect(pager.results).toHaveLength(5);
  });

  it('is empty for a tag that nobody uses, and 404 for a text that is no tag', async () => {
    expect((await get('unused/episodes')).json().response).toEqual({ items: [], next_url: null });
    expect((await get('%23/episodes')).statusCode).toBe(404);
    expect((await get('fifth-one/episodes?cursor=x')).statusCode).toBe(400);
  });

  it('hides an episode at once that is not public any more, and what a block hides', async () => {
    const { headers, userId } = await test.signIn();
    const count = async (as = {}) =>
      (await get('fifth-one/episodes', as)).json().response.items.length;
    expect(await count(headers)).toBe(5);
    await test.database
      .updateTable('episodes')
      .set({ state: 'unlisted' })
      .where('title', '=', 'Number 20')
      .execute();
    expect(await count()).toBe(4);
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: userId, blocked_id: show.user_id })
      .execute();
    expect(await count(headers)).toBe(0);
  });
});
