import type { ItemList, PlaylistFeed } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyCatalogue, fillCatalogue } from '../../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());
beforeEach(async () => {
  await emptyCatalogue(test.database);
  await fillCatalogue(test.database, { shows: 1, episodesPerShow: 12 });
});

interface Item {
  episode_id?: number;
}

async function read(url: string): Promise<ItemList<Item>> {
  const { response } = (await test.app.inject({ url: url.replace('http://site.test', '') })).json();
  return (response as PlaylistFeed).playlist ?? response;
}

/** All pages from here on, with an action between two of them. */
async function walk(url: string, between = async (_page: ItemList<Item>) => {}) {
  const ids: number[] = [];
  for (let next: string | null = url; next; ) {
    const page: ItemList<Item> = await read(next);
    ids.push(...page.items.map(({ episode_id = 0 }) => episode_id));
    await between(page);
    next = page.next_url;
  }
  return ids;
}

const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe.each([
  ['the episodes of a show', '/api/v2/shows/1/episodes?limit=5'],
  ['a playlist', '/api/show/1/episodes/playlist?limit=5'],
])('paging through %s', (_, url) => {
  it('gives each episode once, newest first', async () => {
    expect(await walk(url)).toEqual(down(12, 1));
  });

  it('goes on after the episode at the end of a page was deleted', async () => {
    const ids = await walk(url, async ({ items }) => {
      const last = items.at(-1)?.episode_id ?? 0;
      await test.database.deleteFrom('episodes').where('episode_id', '=', last).execute();
    });
    expect(ids).toEqual(down(12, 1));
  });

  it('shows no episode twice while new ones come out', async () => {
    let count = 0;
    const ids = await walk(url, async () => {
      await sql`
        insert into episodes (show_id, user_id, guid, permalink, title, description, published_at,
          explicit, enclosure_url, claimed_duration, claimed_type, claimed_size)
        values (1, 1, ${`new-${++count}`}, ${`new-${count}`}, '', '', now(), false, '', 0, '', 0)
      `.execute(test.database);
    });
    expect(ids).toEqual(down(12, 1));
  });

  it('tells episodes apart that came out within one millisecond, or at one moment', async () => {
    await sql`
      update episodes set published_at = timestamptz '2026-01-01T00:00:00.123Z'
        + (episode_id / 2) * interval '1 microsecond'
    `.execute(test.database);
    expect(await walk(url)).toEqual(down(12, 1));
  });

  it.each(['12', '', 'newest', 'WyIyMDI2LTAxLTAxIiwxXQ', '%00'])(
    'answers the malformed cursor "%s" with 400 and words',
    async (cursor) => {
      const answer = await test.app.inject({ url: `${url}&cursor=${cursor}` });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.messages[0]).toMatch(/^cursor: /);
    },
  );
});
