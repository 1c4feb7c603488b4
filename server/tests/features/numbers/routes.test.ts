import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { logRequest } from '../../helpers/log-request.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
let [one, two, deleted] = [0, 0, 0];
beforeAll(async () => {
  const now = new Date('2026-03-04T12:00:00Z');
  test = await openTestApp({}, {}, { numbersClock: () => now });
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId);
  const media_id = await storeMedia(test, Buffer.from('sound'), { duration: 20 });
  const add = (show: number, title: string) => addEpisode(test.database, show, { title, media_id });
  one = await add(showId, 'One');
  two = await add(showId, 'Two');
  deleted = await add(showId, 'Deleted');
  const elsewhere = await add(await addShow(test.database, owner.userId), 'Other');
  const overcast = { agent: 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', country: 'IT' };
  await logRequest(test, { at: '2026-03-01T23:00:00Z', episodeId: one, person: 'early' });
  await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId: one, ...overcast });
  await logRequest(test, { at: '2026-03-02T11:00:00Z', episodeId: two, ...overcast });
  await logRequest(test, { at: '2026-03-02T12:00:00Z', episodeId: deleted, ...overcast });
  await logRequest(test, { at: '2026-03-03T09:00:00Z', episodeId: two, ...overcast });
  const blog = { referrerHost: 'blog.example', agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
  await logRequest(test, { at: '2026-03-03T12:00:00Z', episodeId: two, person: 'bob', ...blog });
  await logRequest(test, { at: '2026-03-03T12:00:00Z', episodeId: elsewhere });
  await test.database
    .updateTable('episodes')
    .set({ deleted_at: now })
    .where('episode_id', '=', deleted)
    .execute();
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
});
afterAll(() => test?.close());

const ask = (query = '', user: SignedIn | null = owner) =>
  test.app.inject({ url: `/api/v2/shows/${showId}/numbers${query}`, headers: user?.headers ?? {} });

const METHOD = {
  version: 5,
  guidelines: 'IAB Tech Lab Podcast Technical Measurement Guidelines 2.3',
  window_hours: 24,
  threshold_seconds: 60,
};

describe('numbersRoutes', () => {
  it('sums a show by day, by episode and by property', async () => {
    const answer = await ask('?from=2026-03-02&to=2026-03-03');
    expect(answer.json().response).toEqual({
      method: METHOD,
      basis: 'bytes',
      from: '2026-03-02',
      to: '2026-03-03',
      window: 'rolling',
      total: 4,
      days: [
        { day: '2026-03-02', downloads: 3, listeners: 1 },
        { day: '2026-03-03', downloads: 1, listeners: 1 },
      ],
      parts: {
        app: [
          { value: 'Overcast', downloads: 3 },
          { value: 'Firefox', downloads: 1 },
        ],
        device: [
          { value: 'Apple iPhone', downloads: 3 },
          { value: 'Other Computer', downloads: 1 },
        ],
        country: [
          { value: 'IT', downloads: 3 },
          { value: '', downloads: 1 },
        ],
        referrer: [
          { value: '', downloads: 3 },
          { value: 'blog.example', downloads: 1 },
        ],
        place: [{ value: '', downloads: 4 }],
      },
      episodes: [
        { episode_id: two, title: 'Two', downloads: 2 },
        { episode_id: one, title: 'One', downloads: 1 },
      ],
      history: [],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('sums an episode', async () => {
    const url = `/api/v2/episodes/${two}/numbers?from=2026-03-02&to=2026-03-03&window=calendar`;
    const { response } = (await test.app.inject({ url, headers: owner.headers })).json();
    expect(response).toMatchObject({
      window: 'calendar',
      total: 3,
      days: [
        { day: '2026-03-02', downloads: 1 },
        { day: '2026-03-03', downloads: 2 },
      ],
      parts: {
        country: [
          { value: 'IT', downloads: 2 },
          { value: '', downloads: 1 },
        ],
      },
    });
    const stranger = await test.signIn();
    expect((await test.app.inject({ url, headers: stranger.headers })).statusCode).toBe(403);
  });

  it('counts by another window, and by default the last 30 days', async () => {
    const { days, total, window } = (await ask('?window=calendar')).json().response;
    expect(days).toHaveLength(30);
    expect(days.at(-1).day).toBe('2026-03-04');
    expect([window, total]).toEqual(['calendar', 6]);
  });

  it('compares the newest episodes at the same ages', async () => {
    const show = await addShow(test.database, owner.userId);
    const media_id = await storeMedia(test, Buffer.from('more'), { duration: 20 });
    const publish = async (at: string, hours: Record<number, number>) => {
      const published_at = new Date(at);
      const fields = { published_at, created_at: published_at, media_id, title: at };
      const episode_id = await addEpisode(test.database, show, fields);
      const rows = Object.entries(hours).map(([hour, downloads]) => ({
        ...{ episode_id, downloads, counted_by: 'rolling' as const, method: 2 },
        hour: new Date(Math.floor(published_at.getTime() / 3.6e6 + Number(hour)) * 3.6e6),
      }));
      await test.database.insertInto('download_hours').values(rows).execute();
      return episode_id;
    };
    // The clock is 4 March, noon: 11 o'clock may still be counted.
    const older = await publish('2026-03-02T09:30:00Z', { 0: 5, 23: 2, 24: 100, 30: 1 });
    const newest = await publish('2026-03-04T08:59:00Z', { 0: 1, 2: 7, 3: 50 });
    const url = `/api/v2/shows/${show}/numbers/by-age`;
    const { response } = (await test.app.inject({ url, headers: owner.headers })).json();
    expect(response.ages.slice(22, 27)).toEqual([23, 24, 30, 36, 42]);
    expect(response.ages.slice(-2)).toEqual([696, 720]);
    const [first, second] = response.episodes;
    expect(first).toMatchObject({ episode_id: newest, hours: 3, downloads: [1, 1, 8] });
    expect(second).toMatchObject({ episode_id: older, hours: 50 });
    expect(second.downloads.slice(22)).toEqual([5, 7, 107, 108, 108, 108]);
    const calendar = await test.app.inject({
      url: `${url}?window=calendar`,
      headers: owner.headers,
    });
    expect(calendar.json().response.episodes[0].downloads).toEqual([0, 0, 0]);
    const stranger = await test.signIn();
    expect((await test.app.inject({ url, headers: stranger.headers })).statusCode).toBe(403);
  });

  it('describes the method to anyone', async () => {
    const { response } = (await test.app.inject('/api/v2/numbers/method')).json();
    expect(response).toMatchObject({ ...METHOD, window: 'rolling', raw_days: 90 });
    expect(response.program_lists.map(({ name }: { name: string }) => name)).toEqual([
      'user-agents-v2 (OPAWG), bots',
      'user-agents-v2 (OPAWG), apps',
      'user-agents-v2 (OPAWG), libraries',
      'user-agents-v2 (OPAWG), browsers',
      'user-agents-v2 (OPAWG), devices',
      'isbot',
    ]);
    expect(response.program_lists[0]).toEqual({
      name: 'user-agents-v2 (OPAWG), bots',
      version: '00023a7055f1',
      source:
        'https://github.com/opawg/user-agents-v2/blob/00023a7055f1433c5c19557c8f81ea59d5368712/build/bots.runtime.json',
      taken: '2026-11-28',
      entries: 250,
    });
    expect(response.own_programs).toContain('Newsboat');
    expect(response.devices).toContain('Apple iPhone');
    expect(response.hosting_companies).toEqual([]);
  });

  it.each([
    ['?from=2026-02-30', 'from: must be a day such as 1990-01-31'],
    ['?to=yesterday', 'to: must be a day such as 1990-01-31'],
    ['?to=0000-01-01', 'to: must be a day such as 1990-01-31'],
    ['?to=0001-01-01', 'to: must be a day such as 1990-01-31'],
    ['?from=9999-12-31', 'from: must be a day such as 1990-01-31'],
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
