import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
let episodes: number[] = [];
beforeAll(async () => {
  const now = new Date('2026-03-04T12:00:00Z');
  test = await openTestApp({}, {}, { numbersClock: () => now });
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId);
  const other = await addShow(test.database, owner.userId);
  const add = (show: number, title: string) => addEpisode(test.database, show, { title });
  episodes = [await add(showId, 'One'), await add(showId, 'Two'), await add(other, 'Other')];
  const [one = 0, two = 0, elsewhere = 0] = episodes;
  await addHour(one, '2026-03-01T23:00:00Z', 1);
  await addHour(one, '2026-03-02T00:00:00Z', 2);
  await addHour(two, '2026-03-02T23:00:00Z', 4);
  await addHour(two, '2026-03-03T00:00:00Z', 8);
  await addHour(elsewhere, '2026-03-02T12:00:00Z', 100);
  await addHour(two, '2026-03-02T12:00:00Z', 1, 'calendar');
});
afterAll(() => test?.close());

async function addHour(
  episode_id: number,
  hour: string,
  downloads: number,
  counted_by: 'rolling' | 'calendar' = 'rolling',
) {
  const row = { episode_id, hour: new Date(hour), downloads, counted_by, method: 1 };
  await test.database.insertInto('download_hours').values(row).execute();
}

const ask = (query = '', user: SignedIn | null = owner) =>
  test.app.inject({ url: `/api/v2/shows/${showId}/numbers${query}`, headers: user?.headers ?? {} });

describe('numbersRoutes', () => {
  it('sums the hours of a show by day and by episode', async () => {
    const [one, two] = episodes;
    const answer = await ask('?from=2026-03-02&to=2026-03-03');
    expect(answer.json().response).toEqual({
      method: {
        version: 1,
        guidelines: 'IAB Tech Lab Podcast Technical Measurement Guidelines 2.3',
        window_hours: 24,
        threshold_seconds: 60,
      },
      basis: 'bytes',
      from: '2026-03-02',
      to: '2026-03-03',
      window: 'rolling',
      total: 14,
      days: [
        { day: '2026-03-02', downloads: 6 },
        { day: '2026-03-03', downloads: 8 },
      ],
      episodes: [
        { episode_id: two, title: 'Two', downloads: 12 },
        { episode_id: one, title: 'One', downloads: 2 },
      ],
      history: [],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('counts by another window, and by default the last 30 days', async () => {
    const { days, total, window } = (await ask('?window=calendar')).json().response;
    expect(days).toHaveLength(30);
    expect(days.at(-1).day).toBe('2026-03-04');
    expect([window, total]).toEqual(['calendar', 1]);
  });

  it.each([
    ['?from=2026-02-30', 'from: must be a day such as 1990-01-31'],
    ['?to=yesterday', 'to: must be a day such as 1990-01-31'],
    ['?from=2026-03-02&to=2026-03-01', 'to: must be a day from 2026-03-02 to 2027-03-02'],
    ['?window=week', 'window: must be one of calendar, rolling, extending'],
  ])('refuses %s', async (query, message) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages).toEqual([message]);
  });

  it('answers editors of the show only', async () => {
    const editor = await test.signIn();
    const row = { show_id: showId, user_id: editor.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(row).execute();
    expect((await ask('', editor)).statusCode).toBe(200);
    expect((await ask('', await test.signIn())).statusCode).toBe(403);
    expect((await ask('', null)).statusCode).toBe(401);
  });
});
