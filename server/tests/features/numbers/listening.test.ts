import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumReports } from '../../../src/features/numbers/listening.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
let now = new Date('2026-03-04T12:00:00Z');
beforeAll(async () => {
  test = await openTestApp({ NUMBERS_LISTENING: 'on' }, {}, { numbersClock: () => now });
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId);
});
afterAll(() => test?.close());
beforeEach(() => {
  now = new Date('2026-03-04T12:00:00Z');
});

let files = 0;

/** An episode with audio of this length. */
async function add(duration = 100, more: Parameters<typeof addEpisode>[2] = {}): Promise<number> {
  files += 1;
  const media_id = await storeMedia(test, Buffer.from(`sound ${files}`), { duration });
  return addEpisode(test.database, showId, { media_id, ...more });
}

/** A report in the form of a player. */
const report = (
  { episode_id, ...fields }: Record<string, string | number>,
  headers: Record<string, string> = {},
) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v2/episodes/${episode_id}/listening`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(
      Object.entries({ place: 'site', ...fields }).map(([name, value]) => [name, String(value)]),
    ).toString(),
  });

async function read(episodeId: number, query = '', user: SignedIn | null = owner) {
  await test.app.listeningLog.flush();
  return test.app.inject({
    url: `/api/v2/episodes/${episodeId}/listening${query}`,
    headers: user?.headers ?? {},
  });
}
const listeningOf = async (episodeId: number, query = '') =>
  (await read(episodeId, query)).json().response;

const countRows = async (episodeId: number) => {
  const count = async (table: 'listening_days' | 'listening_starts') =>
    (
      await test.database
        .selectFrom(table)
        .select('day')
        .where('episode_id', '=', episodeId)
        .execute()
    ).length;
  return [await count('listening_days'), await count('listening_starts')];
};

describe('listeningRoutes', () => {
  it('adds reports to a curve, quartiles and places', async () => {
    const episode_id = await add();
    const answer = await report({ episode_id, start: 'true', heard: '0-30,60-65', quartiles: '1' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const embed = { episode_id, place: 'embed', host: 'Blog.example.org' };
    await report({ ...embed, start: 'true', heard: '0-10' });
    await report({ ...embed, heard: '10-50', quartiles: '1,2' });
    const { curve, ...listening } = await listeningOf(episode_id);
    expect(listening).toEqual({
      enabled: true,
      from: '2026-02-03',
      to: '2026-03-04',
      starts: 2,
      quartiles: [2, 1, 0, 0],
      heard_seconds: 85,
      duration: 100,
      places: [
        { place: 'embed', host: 'blog.example.org', starts: 1 },
        { place: 'site', host: '', starts: 1 },
      ],
    });
    expect(curve).toEqual(
      Array.from({ length: 100 }, (_, second) =>
        second < 30 ? 2 : second < 50 || (second >= 60 && second < 65) ? 1 : 0,
      ),
    );
  });

  it('keeps days apart, and the curve of other audio', async () => {
    const episode_id = await add(3_600);
    await report({ episode_id, start: 'true', heard: '0-18' });
    await test.app.listeningLog.flush();
    now = new Date('2026-03-05T00:00:00Z');
    await report({ episode_id, heard: '0-9' });
    const today = '?from=2026-03-05&to=2026-03-05';
    expect(await listeningOf(episode_id, today)).toMatchObject({ starts: 0, heard_seconds: 9 });
    const both = await listeningOf(episode_id);
    expect([both.curve.length, both.curve[0], both.curve[1], both.starts]).toEqual([200, 27, 0, 1]);
    const media_id = await storeMedia(test, Buffer.from('other sound'), { duration: 10 });
    await test.database
      .updateTable('episodes')
      .set({ media_id })
      .where('episode_id', '=', episode_id)
      .execute();
    await report({ episode_id, heard: '9-10' });
    const { curve, heard_seconds } = await listeningOf(episode_id);
    expect([curve, heard_seconds]).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 28]);
  });

  it.each([
    ['dnt', '1'],
    ['sec-gpc', '1'],
  ])('ignores a report with %s: %s', async (name, value) => {
    const episode_id = await add();
    const answer = await report({ episode_id, start: 'true', heard: '0-9' }, { [name]: value });
    expect(answer.statusCode).toBe(204);
    expect(await listeningOf(episode_id)).toMatchObject({ starts: 0, heard_seconds: 0 });
  });

  it.each([
    [{ heard: '9-5' }, 'heard: must be parts in order'],
    [{ heard: '5-5' }, 'heard: must be parts in order'],
    [{ heard: '0-9,8-12' }, 'heard: must be parts in order'],
    [{ heard: '20-30,0-9' }, 'heard: must be parts in order'],
    [{ heard: '0-1234567' }, 'heard/0: '],
    [{ heard: '-1-5' }, 'heard/0: '],
    [{ heard: Array.from({ length: 31 }, (_, n) => `${2 * n}-${2 * n + 1}`).join() }, 'heard: '],
    [{ quartiles: '5' }, 'quartiles/0: '],
    [{ quartiles: '1,1,1,1,1' }, 'quartiles: '],
    [{ place: 'moon' }, 'place: '],
    [{ place: 'embed', host: '*' }, 'host: '],
    [{ place: 'embed', host: 'x'.repeat(254) }, 'host: '],
  ])('refuses %j', async (fields, message) => {
    const answer = await report({ episode_id: await add(), ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toContain(message);
  });

  it('cuts parts at the end of the episode, and counts a quartile once for a report', async () => {
    const episode_id = await add(50.4);
    await report({ episode_id, heard: '48-60,70-900', quartiles: '4,4' });
    expect(await listeningOf(episode_id)).toMatchObject({
      heard_seconds: 2,
      quartiles: [0, 0, 0, 1],
      duration: 50,
    });
  });

  it('measures no stream without an end', async () => {
    const episode_id = await addEpisode(test.database, showId, { claimed_duration: 0 });
    expect((await report({ episode_id, heard: '0-9' })).statusCode).toBe(204);
    expect(await listeningOf(episode_id)).toMatchObject({ heard_seconds: 0, curve: [] });
    expect(await countRows(episode_id)).toEqual([0, 0]);
  });

  it('takes reports about a private episode with its key only, and none about a draft or a missing one', async () => {
    const access_key = 'abcdefghijklmnop';
    const hidden = await add(100, { state: 'private', access_key });
    const draft = await add(100, { state: 'draft' });
    for (const episode_id of [hidden, draft, 2_000_000_000]) {
      const answer = await report({ episode_id, key: 'wrong', heard: '0-9' });
      expect([answer.statusCode, answer.json().error.reason]).toEqual([404, 'EPISODE_UNAVAILABLE']);
    }
    expect((await report({ episode_id: hidden, key: access_key, heard: '0-9' })).statusCode).toBe(
      204,
    );
    expect(await listeningOf(hidden)).toMatchObject({ heard_seconds: 9 });
  });

  it('answers editors of the episode only', async () => {
    const episode_id = await add();
    expect((await read(episode_id, '', await test.signIn())).statusCode).toBe(403);
    expect((await read(episode_id, '', null)).statusCode).toBe(401);
    expect((await read(episode_id, '?from=2026-03-02&to=2026-03-01')).statusCode).toBe(400);
  });

  it('keeps 50 hosts of an episode for a day, and one row for all others', async () => {
    const episode_id = await add();
    const begin = (host: string) => report({ episode_id, place: 'embed', start: 'true', host });
    for (let n = 0; n < 60; n += 1) {
      await begin(`host-${n}.example.org`);
      if (n === 30) await test.app.listeningLog.flush();
    }
    await test.app.listeningLog.flush();
    await begin('one-more.example.org');
    await begin('host-0.example.org');
    await begin('');
    const { places, starts } = await listeningOf(episode_id);
    expect(starts).toBe(62);
    expect(places.slice(0, 2)).toEqual([
      { place: 'embed', host: '*', starts: 11 },
      { place: 'embed', host: 'host-0.example.org', starts: 2 },
    ]);
    expect(await countRows(episode_id)).toEqual([1, 51]);
  });

  it('forgets an episode with its figures, and a batch of one that is gone writes the others', async () => {
    const [gone, other] = [await add(), await add()];
    await report({ episode_id: gone, start: 'true', heard: '0-9' });
    await test.app.listeningLog.flush();
    expect(await countRows(gone)).toEqual([1, 1]);
    await report({ episode_id: gone, heard: '0-9' });
    await report({ episode_id: other, heard: '0-9' });
    await test.database.deleteFrom('episodes').where('episode_id', '=', gone).execute();
    await test.app.listeningLog.flush();
    expect(await countRows(gone)).toEqual([0, 0]);
    expect(await listeningOf(other)).toMatchObject({ heard_seconds: 9 });
  });

  it('has no place for a listener', async () => {
    const tables = await test.database.introspection.getTables();
    const columns = tables
      .filter(({ name }) => name.startsWith('listening_'))
      .flatMap((table) => table.columns.map(({ name }) => name));
    expect([...new Set(columns)].sort()).toEqual(
      ['day', 'episode_id', 'heard', 'host', 'place', 'quartiles', 'seconds', 'starts'].sort(),
    );
  });
});

describe('sumReports', () => {
  it('puts each second into one of 200 buckets', () => {
    const heard = Array.from({ length: 30 }, (_, n) => ({ from: n * 12, to: n * 12 + 11 }));
    const at = new Date('2026-03-04T12:00:00Z');
    const whole = { at, place: 'site', host: '', isStart: false, quartiles: [] } as const;
    const { days } = sumReports([
      { ...whole, episodeId: 1, seconds: 355, heard },
      { ...whole, episodeId: 1, seconds: 355, heard: [{ from: 0, to: 355 }] },
    ]);
    const [day] = days;
    expect(day?.heard).toHaveLength(200);
    expect(day?.heard.reduce((sum, seconds) => sum + seconds, 0)).toBe(355 + 29 * 11 + 7);
  });
});

describe('a host that has not turned it on', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await openTestApp({ RATE_LIMITS: 'on' });
  });
  afterAll(() => plain?.close());

  it('takes no reports, and says so', async () => {
    const user = await plain.signIn();
    const show = await addShow(plain.database, user.userId);
    const episode_id = await addEpisode(plain.database, show);
    const sent = await plain.app.inject({
      method: 'POST',
      url: `/api/v2/episodes/${episode_id}/listening`,
      payload: { place: 'site', heard: ['0-9'] },
    });
    expect(sent.statusCode).toBe(404);
    expect(sent.headers['ratelimit-policy']).toBe('"listening-address";q=600;w=60');
    const { headers } = user;
    const url = `/api/v2/episodes/${episode_id}/listening`;
    const answer = await plain.app.inject({ url, headers });
    expect(answer.json().response).toMatchObject({ enabled: false, starts: 0 });
  });
});
