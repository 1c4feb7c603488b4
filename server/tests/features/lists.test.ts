import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { emptyCatalogue, fillCatalogue } from '../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await fill();
});
afterAll(() => test?.close());

/** A test that changes the catalogue leaves it as it was. */
async function fill(): Promise<void> {
  await emptyCatalogue(test.database);
  await fillCatalogue(test.database, { shows: 30, episodesPerShow: 25 });
}

const EPISODES = '/api/v2/shows/1/episodes';

async function read(url: string) {
  const answer = await test.app.inject({ url: url.replace('http://site.test', '') });
  expect(answer.statusCode).toBe(200);
  return answer.json().response;
}

async function messagesOf(url: string): Promise<string[]> {
  const answer = await test.app.inject({ url });
  expect(answer.statusCode).toBe(400);
  return answer.json().error.messages;
}

const titles = (items: { title: string }[]) => items.map(({ title }) => title);
const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Episode ${from - index}`);

describe('a list with numbered pages', () => {
  it.each([
    ['page=1', 1, numbered(25, 16)],
    ['page=2', 2, numbered(15, 6)],
    ['page=3', 3, numbered(5, 1)],
    ['page=4', 4, []],
    ['page=100000', 100_000, []],
  ])('has ten items on a page: %s', async (query, current_page, expected) => {
    for (const url of [EPISODES, '/api/show/1/episodes']) {
      const { pager, ...others } = await read(`${url}?${query}`);
      expect(others).toEqual({});
      expect(pager).toMatchObject({ current_page, first_page: 1, last_page: 3 });
      expect(titles(pager.results)).toEqual(expected);
    }
  });

  it('has as many items on a page as the client wants', async () => {
    const { pager } = await read('/api/v2/shows?page=2&limit=20');
    expect([pager.last_page, pager.results.length]).toEqual([2, 10]);
  });

  it('has one page if it is empty', async () => {
    onTestFinished(fill);
    await sql`delete from episodes`.execute(test.database);
    const { pager } = await read(`${EPISODES}?page=1`);
    expect(pager).toEqual({ current_page: 1, first_page: 1, last_page: 1, results: [] });
  });

  it('counts only what it shows', async () => {
    onTestFinished(fill);
    await sql`update episodes set deleted_at = now() where title <> 'Episode 1'`.execute(
      test.database,
    );
    const { pager } = await read(`${EPISODES}?page=1`);
    expect([pager.last_page, titles(pager.results)]).toEqual([1, ['Episode 1']]);
  });

  it.each([
    ['page=0', 'page: must be at least 1'],
    ['page=-1', 'page: must be at least 1'],
    ['page=1.5', 'page: must be a whole number'],
    ['page=x', 'page: must be a whole number'],
    ['page=100001', 'page: must be at most 100000'],
    ['page=1&page=2', 'page: is given twice'],
    ['page=1&limit=101', 'limit: must be at most 100'],
  ])('refuses ?%s', async (query, message) => {
    expect(await messagesOf(`${EPISODES}?${query}`)).toEqual([message]);
  });

  it('refuses a cursor at the same time', async () => {
    const { next_url } = await read(EPISODES);
    const query = new URL(next_url).search;
    expect(await messagesOf(`${EPISODES}${query}&page=2`)).toEqual([
      'page: cannot be combined with cursor; send one of them',
    ]);
  });
});

describe('a list with a cursor', () => {
  it('has items and the address of the next page, until there is none', async () => {
    let url: string | null = EPISODES;
    const seen: string[] = [];
    while (url) {
      const { items, next_url, ...others } = await read(url);
      expect(others).toEqual({});
      seen.push(...titles(items));
      url = next_url;
    }
    expect(seen).toEqual(numbered(25, 1));
  });

  it('shows nothing twice and leaves nothing out while rows come and go', async () => {
    onTestFinished(fill);
    const first = await read(EPISODES);
    await sql`delete from episodes where show_id = 1 and title in ('Episode 16', 'Episode 20')`.execute(
      test.database,
    );
    await sql`update episodes set published_at = now() where show_id = 1 and title = 'Episode 1'`.execute(
      test.database,
    );
    const second = await read(first.next_url);
    expect(titles(second.items)).toEqual(numbered(15, 6));
  });

  it('takes an empty page and an empty limit as none', async () => {
    expect((await read(`${EPISODES}?page=&limit=`)).items).toHaveLength(10);
  });
});
