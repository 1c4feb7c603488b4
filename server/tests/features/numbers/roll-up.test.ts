import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countPeriod } from '../../../src/features/numbers/count-period.ts';
import { openLog } from '../../../src/features/numbers/open-log.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { logRequest } from '../../helpers/log-request.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let now = new Date();
let showId = 0;
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => now });
  showId = await addShow(test.database, (await test.signIn()).userId);
});
afterAll(() => test?.close());
beforeEach(async () => {
  await sql`truncate audio_requests, numbers_batches, numbers_files, download_hours, episode_days, show_days`.execute(
    test.database,
  );
});

let files = 0;
async function addAudio({ bytes = Buffer.from(`sound ${++files}`), duration = 20 } = {}) {
  const media_id = await storeMedia(test, bytes, { duration });
  return addEpisode(test.database, showId, { media_id });
}

async function count(at: string): Promise<void> {
  now = new Date(at);
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
}

/** The figures of an episode, e.g. `{ '02T22': 1 }`. */
async function hoursOf(
  episodeId: number,
  window: 'calendar' | 'rolling' | 'extending' = 'rolling',
) {
  const rows = await test.database
    .selectFrom('download_hours')
    .selectAll()
    .where('episode_id', '=', episodeId)
    .where('counted_by', '=', window)
    .orderBy('hour')
    .execute();
  return Object.fromEntries(
    rows.map(({ hour, downloads }) => [hour.toISOString().slice(8, 13), downloads]),
  );
}

describe('countPeriod', () => {
  it('gives each hour one result, in whatever period it is counted', async () => {
    const episodeId = await addAudio();
    // Every 10 hours, so that no window of 24 hours begins at a border of days or weeks.
    for (let hours = 0; hours < 24 * 16; hours += 10) {
      const at = new Date(Date.parse('2026-03-01T05:00:00Z') + hours * 3_600_000).toISOString();
      await logRequest(test, { at, episodeId });
    }
    const counted = { database: test.database, log: openLog(test.deps) };
    const day = (number: number) => new Date(Date.UTC(2026, 2, number));
    const { hours: whole } = await countPeriod(counted, { from: day(1), to: day(18) });
    const parts = [];
    for (let number = 1; number < 18; number += 1) {
      const period = { from: day(number), to: day(number + 1) };
      parts.push(...(await countPeriod(counted, period)).hours);
    }
    const inOrder = (hours: typeof whole) =>
      hours.map((row) => `${row.hour.toISOString()} ${row.counted_by} ${row.downloads}`).sort();
    expect(inOrder(parts)).toEqual(inOrder(whole));
    expect(whole.filter(({ counted_by }) => counted_by === 'extending')).toHaveLength(1);
  });
});

describe('the task count_downloads', () => {
  it('counts the hours of yesterday and today by each window, and gives the same if it runs again', async () => {
    const episodeId = await addAudio();
    for (const at of ['02T22:00', '03T03:00', '03T22:15']) {
      await logRequest(test, { at: `2026-03-${at}:00Z`, episodeId });
    }
    await logRequest(test, { at: '2026-03-03T22:20:00Z', episodeId, person: 'bob' });
    for (let run = 0; run < 2; run += 1) {
      await count('2026-03-03T23:00:00Z');
      expect(await hoursOf(episodeId, 'calendar')).toEqual({ '02T22': 1, '03T03': 1, '03T22': 1 });
      expect(await hoursOf(episodeId, 'rolling')).toEqual({ '02T22': 1, '03T22': 2 });
      expect(await hoursOf(episodeId, 'extending')).toEqual({ '02T22': 1, '03T22': 1 });
    }
  });

  it('counts an older hour again if a row of it was written late', async () => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    await sql`truncate numbers_batches`.execute(test.database);
    await logRequest(test, { at: '2026-03-02T10:30:00Z', episodeId, person: 'bob' });
    await count('2026-03-06T11:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({ '02T10': 2 });
  });

  it('counts everything if no worker has run for a week', async () => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await sql`update numbers_batches set written_at = now() - interval '7 days'`.execute(
      test.database,
    );
    await test.deps.jobs.add(test.database, 'keep_audio_log', {});
    await count('2026-03-09T11:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({ '02T10': 1 });
    expect(await test.database.selectFrom('numbers_batches').selectAll().execute()).toEqual([]);
  });

  it('keeps the figures of hours without a log', async () => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    await sql`truncate audio_requests, numbers_batches`.execute(test.database);
    await count('2026-03-02T12:00:00Z');
    await logRequest(test, { at: '2026-03-02T12:30:00Z', episodeId });
    await count('2026-03-02T13:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({ '02T10': 1, '02T12': 1 });
  });

  it.each([
    ['falls if its rows count less now', 0, 1],
    ['stays if a log before this one gave more', 5, 6],
  ])('the first day of the log %s', async (_, earlier, expected) => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await logRequest(test, { at: '2026-03-02T10:30:00Z', episodeId, person: 'bob' });
    await count('2026-03-02T11:00:00Z');
    if (earlier > 0) {
      const hour = new Date('2026-03-02T08:00:00Z');
      const row = { episode_id: episodeId, counted_by: 'rolling' as const, hour, method: 3 };
      await test.database
        .insertInto('download_hours')
        .values({ ...row, downloads: earlier })
        .execute();
      await sql`update show_days set downloads = 6`.execute(test.database);
    }
    await sql`update audio_requests set is_hosting = true where at > '2026-03-02T10:15:00Z'`.execute(
      test.database,
    );
    await count('2026-03-02T12:00:00Z');
    const { downloads } = await test.database
      .selectFrom('show_days')
      .select('downloads')
      .where('counted_by', '=', 'rolling')
      .executeTakeFirstOrThrow();
    expect(downloads).toBe(expected);
  });

  it('reads the ID3 tag of a file once, and counts no byte of it', async () => {
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0]); // 128 bytes follow
    const bytes = Buffer.concat([tag, Buffer.alloc(128), Buffer.alloc(2_000)]);
    const episodeId = await addAudio({ bytes, duration: 120 });
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId, bytesSent: 1_137 });
    await logRequest(test, {
      at: '2026-03-02T10:00:00Z',
      episodeId,
      bytesSent: 1_138,
      person: 'b',
    });
    await count('2026-03-02T11:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({ '02T10': 1 });
    const { header_bytes } = await test.database
      .selectFrom('numbers_files')
      .select('header_bytes')
      .executeTakeFirstOrThrow();
    expect(header_bytes).toBe('138');
  });

  it('counts the same if the audio is replaced and its file removed', async () => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    const { media_id } = await test.database
      .selectFrom('episodes')
      .select('media_id')
      .where('episode_id', '=', episodeId)
      .executeTakeFirstOrThrow();
    await test.database
      .updateTable('episodes')
      .set({ media_id: null })
      .where('episode_id', '=', episodeId)
      .execute();
    await test.database.deleteFrom('media').where('media_id', '=', media_id).execute();
    await count('2026-03-02T12:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({ '02T10': 1 });
  });

  it('removes the figures with their episode', async () => {
    const episodeId = await addAudio();
    await logRequest(test, { at: '2026-03-02T10:00:00Z', episodeId });
    await count('2026-03-02T11:00:00Z');
    await test.database.deleteFrom('episodes').where('episode_id', '=', episodeId).execute();
    expect(await hoursOf(episodeId)).toEqual({});
    await count('2026-03-02T12:00:00Z');
    expect(await hoursOf(episodeId)).toEqual({});
  });
});
