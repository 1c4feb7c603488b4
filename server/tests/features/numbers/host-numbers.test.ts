import type { HostNumbers } from 'earshot-site/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { logRequest } from '../../helpers/log-request.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
let now = new Date();
let mediaId = 0;
let showId = 0;
let episodeId = 0;
const SOUND = Buffer.from('twenty bytes of song');
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => now });
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
  mediaId = await storeMedia(test, SOUND, { duration: 20 });
});
afterAll(() => test?.close());
beforeEach(async () => {
  await sql`truncate audio_requests, numbers_batches, user_agents, download_hours,
    host_days, show_traffic, show_days, episode_days, bot_days`.execute(test.database);
  showId = await addShow(test.database, admin.userId);
  episodeId = await addEpisode(test.database, showId, { media_id: mediaId });
});

async function count(at: string): Promise<void> {
  now = new Date(at);
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
}

async function read(days: number): Promise<HostNumbers> {
  return (await ask<HostNumbers>(`GET /v2/host/numbers?days=${days}`, admin)).response;
}

describe('the numbers of the host', () => {
  it('are requests, bytes, downloads and bots of each day, beside the days before', async () => {
    await logRequest(test, { at: '2026-03-01T23:59:59Z', episodeId });
    await logRequest(test, { at: '2026-03-02T00:00:00Z', episodeId, person: 'bob', bytesSent: 3 });
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId, agent: 'FeedBot/2' });
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId, agent: 'FeedBot/3 (x)' });
    await logRequest(test, { at: '2026-03-02T11:00:00Z', episodeId, agent: 'crawler' });
    await count('2026-03-02T12:00:00Z');
    const numbers = await read(1);
    expect(numbers.days).toEqual([
      { day: '2026-03-02', requests: 4, bytes: 63, bot_requests: 3, bot_bytes: 60, downloads: 0 },
    ]);
    expect(numbers.before).toEqual([
      { day: '2026-03-01', requests: 1, bytes: 20, bot_requests: 0, bot_bytes: 0, downloads: 1 },
    ]);
    expect(numbers.bots).toEqual([
      { name: 'FeedBot', requests: 2, bytes: 40 },
      { name: 'crawler', requests: 1, bytes: 20 },
    ]);
    expect(numbers.lost_requests).toBe(0);
    const both = await read(2);
    expect(both.shows).toMatchObject([{ show_id: showId, requests: 5, bytes: 83, downloads: 1 }]);
  });

  it('do not change if the job runs again, and follow rows that were written late', async () => {
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    await sql`truncate numbers_batches`.execute(test.database);
    await count('2026-03-06T11:00:00Z');
    await logRequest(test, { at: '2026-03-02T12:00:00Z', episodeId, person: 'bob' });
    await count('2026-03-06T12:00:00Z');
    await count('2026-03-06T13:00:00Z');
    expect((await read(5)).days.map(({ requests }) => requests)).toEqual([2, 0, 0, 0, 0]);
  });

  it.each([
    ['the days since the log began if it was never summed', 'truncate host_days, show_traffic'],
    ['the days of a pause', `delete from host_days where day >= '2026-03-03'`],
  ])('hold %s', async (_, forget) => {
    for (const day of ['01', '03', '04']) {
      await logRequest(test, { at: `2026-03-${day}T10:00:00Z`, episodeId });
      await count(`2026-03-${day}T11:00:00Z`);
    }
    await sql`truncate numbers_batches`.execute(test.database);
    await sql.raw(forget).execute(test.database);
    await count('2026-03-09T11:00:00Z');
    expect((await read(9)).days.map(({ requests }) => requests)).toEqual([
      1, 0, 1, 1, 0, 0, 0, 0, 0,
    ]);
  });

  it('keep the requests of a show that is gone, and of audio without an episode', async () => {
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    await test.database.deleteFrom('shows').where('show_id', '=', showId).execute();
    await count('2026-03-02T12:00:00Z');
    const { days, shows } = await read(1);
    expect(days).toMatchObject([{ requests: 1, bytes: 20, downloads: 0 }]);
    expect(shows).toEqual([]);
  });

  it('are kept by show and bot for 90 days, and by day for ever', async () => {
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId, agent: 'bot' });
    await count('2026-03-02T11:00:00Z');
    await sql`truncate numbers_batches`.execute(test.database);
    await count('2026-05-30T11:00:00Z');
    expect(await read(90)).toMatchObject({ shows: [{ requests: 2 }], bots: [{ requests: 1 }] });
    await count('2026-05-31T11:00:00Z');
    const { shows, bots, before } = await read(90);
    expect({ shows, bots }).toEqual({ shows: [], bots: [] });
    expect(before.at(-1)).toMatchObject({ day: '2026-03-02', requests: 2 });
  });

  it('measure the stored files by kind, and the shows with the most audio', async () => {
    const media_id = await storeMedia(test, Buffer.alloc(9_000_000), { duration: 20 });
    await addEpisode(test.database, showId, { media_id });
    await addEpisode(test.database, showId, { media_id });
    await test.deps.jobs.add(test.database, 'measure_storage', {});
    await test.runJobs();
    const { kinds, largest } = await read(7);
    const [audio] = await test.database
      .selectFrom('media')
      .select(sql<number>`sum(file_size)::integer`.as('bytes'))
      .where('kind', '=', 'audio')
      .execute();
    expect(kinds[0]).toMatchObject({ kind: 'audio', ...audio });
    expect(largest[0]).toMatchObject({ show_id: showId, files: 2, bytes: 9_000_020 });
  });

  it('are for administrators, of 1 to 90 days', async () => {
    const member = await test.signIn();
    expect((await ask('GET /v2/host/numbers', member)).status).toBe(403);
    expect((await ask('GET /v2/host/numbers', null)).status).toBe(401);
    for (const days of [0, 91, 'x']) {
      expect((await ask(`GET /v2/host/numbers?days=${days}`, admin)).messages[0]).toMatch(
        /^days: /,
      );
    }
    expect((await read(30)).days).toHaveLength(30);
  });
});
