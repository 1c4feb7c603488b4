import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TASKS } from '../../../src/app.ts';
import { computePopularity } from '../../../src/features/search/popularity.ts';
import { indexAll } from '../../../src/features/search/search.ts';
import { addShow } from '../../helpers/catalogue-of.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

const POPULAR = '/api/v2/explore/lists/popular/items?limit=100';

interface Listed {
  show_id: number;
}

const idsOf = (shows: readonly Listed[]) => shows.map(({ show_id }) => show_id);

/** The ids of the popular shows, the most popular first. */
async function popular(): Promise<number[]> {
  const answer = await test.app.inject({ url: POPULAR });
  return idsOf(answer.json<{ response: { items: Listed[] } }>().response.items);
}

async function scoreOf(showId: number): Promise<number> {
  const row = await test.database
    .selectFrom('show_popularity')
    .select('score')
    .where('show_id', '=', showId)
    .executeTakeFirst();
  return row?.score ?? 0;
}

async function put(user: SignedIn, path: string): Promise<void> {
  const url = `/api/v2/users/${user.userId}/${path}`;
  const answer = await test.app.inject({ method: 'PUT', url, headers: user.headers });
  expect(answer.statusCode).toBe(200);
}

async function makeShow(title: string, userId?: number) {
  const owner = userId === undefined ? {} : { user_id: userId };
  const { showId, episodeIds } = await addShow(test.database, {
    title,
    ...owner,
    episodes: [{ title }, { title }],
  });
  return { showId, episodeId: episodeIds[0] ?? 0, otherId: episodeIds[1] ?? 0 };
}

/** Moves all activity around a show into the past. */
async function age(showId: number, days: number): Promise<void> {
  await sql`update favorites set created_at = now() - ${days} * interval '1 day'
    where show_id = ${showId}`.execute(test.database);
}

describe('the popularity of shows', () => {
  it('is computed every hour', () => {
    expect(TASKS.compute_popularity?.everyMinutes).toBe(60);
  });

  it('comes from likes, follows and messages, and changes answers that are kept', async () => {
    const [liked, followed, silent] = [
      await makeShow('Liked'),
      await makeShow('Followed'),
      await makeShow('Silent'),
    ];
    expect(await popular()).toEqual([]);
    const user = await test.signIn();
    await put(user, `likes/${liked.episodeId}`);
    await put(user, `favorites/${followed.showId}`);
    await computePopularity(test.database);
    expect(await popular()).toEqual([followed.showId, liked.showId]);
    expect(await scoreOf(silent.showId)).toBe(0);

    const url = `/api/v2/episodes/${silent.episodeId}/messages`;
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      const { headers } = await test.signIn();
      await test.app.inject({ method: 'POST', url, headers, payload: { text } });
    }
    await computePopularity(test.database);
    expect(await popular()).toEqual([silent.showId, followed.showId, liked.showId]);
  });

  it('fades, and ends after 30 days', async () => {
    const [recent, older, over] = [
      await makeShow('Recent'),
      await makeShow('Older'),
      await makeShow('Over'),
    ];
    const user = await test.signIn();
    for (const { showId } of [recent, older, over]) await put(user, `favorites/${showId}`);
    await age(older.showId, 7);
    await computePopularity(test.database);
    expect(await scoreOf(recent.showId)).toBeCloseTo(3, 1);
    expect(await scoreOf(older.showId)).toBeCloseTo(1.5, 1);
    expect(await popular()).toContain(over.showId);
    await age(over.showId, 31);
    await computePopularity(test.database);
    expect(await popular()).not.toContain(over.showId);
  });

  it('is not made by one user alone, nor by the owner', async () => {
    const owner = await test.signIn();
    const { showId, episodeId } = await makeShow('Own', owner.userId);
    const flood = async ({ headers }: SignedIn) => {
      const url = `/api/v2/episodes/${episodeId}/messages`;
      for (let count = 0; count < 8; count++) {
        const payload = { text: `Message ${count}` };
        expect((await test.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(
          201,
        );
      }
    };
    await put(owner, `favorites/${showId}`);
    await flood(owner);
    await computePopularity(test.database);
    expect(await scoreOf(showId)).toBe(0);
    await flood(await test.signIn());
    await computePopularity(test.database);
    expect(await scoreOf(showId)).toBe(5);
  });

  it('counts a fan of the author for each of his shows', async () => {
    const author = await test.signIn();
    const [one, two] = [
      await makeShow('First of two', author.userId),
      await makeShow('Second of two', author.userId),
    ];
    await put(await test.signIn(), `followings/${author.userId}`);
    await computePopularity(test.database);
    expect(await scoreOf(one.showId)).toBeCloseTo(1, 2);
    expect(await scoreOf(two.showId)).toBeCloseTo(1, 2);
  });

  it('is the same if several processes compute it at once', async () => {
    const { showId } = await makeShow('Busy');
    for (let count = 0; count < 3; count++) await put(await test.signIn(), `favorites/${showId}`);
    const shows = await Promise.all(
      Array.from({ length: 6 }, async () => computePopularity(test.database)),
    );
    expect(shows).toHaveLength(6);
    expect(await scoreOf(showId)).toBeCloseTo(9, 1);
  });

  it('lifts a show in search, and lets it sink again', async () => {
    const [first, second] = [await makeShow('Zebrafish one'), await makeShow('Zebrafish two')];
    const find = async () => {
      await indexAll(test.database);
      const answer = await test.app.inject({ url: '/api/v2/search?q=zebrafish&type=shows' });
      return idsOf(answer.json<{ response: { shows: Listed[] } }>().response.shows);
    };
    const before = await find();
    expect([...before].sort()).toEqual([first.showId, second.showId].sort());
    const last = before[1] ?? 0;
    for (let count = 0; count < 8; count++) await put(await test.signIn(), `favorites/${last}`);
    await computePopularity(test.database);
    expect(await find()).toEqual([last, before[0]]);
    await age(last, 40);
    await computePopularity(test.database);
    expect(await find()).toEqual(before);
  });

  it('leaves documents alone that are where they belong', async () => {
    await computePopularity(test.database);
    await indexAll(test.database);
    await computePopularity(test.database);
    expect(await test.database.selectFrom('search_changes').selectAll().execute()).toEqual([]);
  });
});
