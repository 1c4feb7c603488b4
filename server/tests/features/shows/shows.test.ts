import type { ItemList, Show } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { listShowBriefs } from '../../../src/features/shows/shows.ts';
import { fillCatalogue } from '../../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await fillCatalogue(test.database, { shows: 60, episodesPerShow: 1 });
});
afterAll(() => test?.close());

async function read(url: string): Promise<ItemList<Show>> {
  return (await test.app.inject({ url: url.replace('http://site.test', '') })).json().response;
}

describe('GET /v2/shows', () => {
  it('gives all shows in pages', async () => {
    const ids: number[] = [];
    const sizes: number[] = [];
    for (let next: string | null = '/api/v2/shows'; next; ) {
      const page: ItemList<Show> = await read(next);
      ids.push(...page.items.map(({ show_id }) => show_id));
      sizes.push(page.items.length);
      next = page.next_url;
    }
    expect(new Set(ids).size).toBe(62); // with the two sample shows
    expect(sizes).toEqual([24, 24, 14]);
  });

  it('keeps to the limit', async () => {
    const { items, next_url } = await read('/api/v2/shows?limit=2');
    expect(items).toHaveLength(2);
    expect(next_url).toMatch(/^http:\/\/site\.test\/api\/v2\/shows\?cursor=[\w-]+&limit=2$/);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=7', 'cursor=%F0'])(
    'refuses %s with 400',
    async (query) => {
      expect((await test.app.inject({ url: `/api/v2/shows?${query}` })).statusCode).toBe(400);
    },
  );
});

describe('listShowBriefs', () => {
  const config = readConfig({ SITE_URL: 'http://site.test' });
  const findJane = async () =>
    (
      await test.database
        .selectFrom('users')
        .select('user_id')
        .where('permalink', '=', 'jane')
        .executeTakeFirstOrThrow()
    ).user_id;

  it("pages through one user's shows", async () => {
    const { database } = test;
    const userId = await findJane();
    const first = await listShowBriefs({ database, config }, { cursor: null, userId });
    const cursor = new URLSearchParams(first.next_url ?? '').get('cursor');
    const second = await listShowBriefs({ database, config }, { cursor, userId });
    expect([first.items.length, second.items.length, second.cursor]).toEqual([24, 24, cursor]);
    expect(first.items.concat(second.items).every((show) => show.user_id === userId)).toBe(true);
  });

  it('gives the first page for a malformed cursor', async () => {
    const { database } = test;
    const userId = await findJane();
    const first = await listShowBriefs({ database, config }, { cursor: null, userId });
    expect(await listShowBriefs({ database, config }, { cursor: '9', userId })).toEqual(first);
  });
});
