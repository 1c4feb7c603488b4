import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { logRequest } from '../helpers/log-request.ts';
import { runAdmin } from '../helpers/run-admin.ts';
import { storeMedia } from '../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
let showId = 0;
let episodeId = 0;
beforeAll(async () => {
  const now = new Date('2026-03-04T12:00:00Z');
  test = await openTestApp({}, {}, { numbersClock: () => now });
  showId = await addShow(test.database, (await test.signIn()).userId);
  const media_id = await storeMedia(test, Buffer.from('counted'), { duration: 20 });
  episodeId = await addEpisode(test.database, showId, { media_id });
  await logRequest(test, { at: '2026-03-03T10:00:00Z', episodeId });
  await logRequest(test, { at: '2026-03-03T10:30:00Z', episodeId, person: 'bob' });
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
});
afterAll(() => test?.close());

const numbers = (command: string, ...options: string[]) =>
  runAdmin(['numbers', command, ...options], {
    env: { DATABASE_URL: test.databaseUrl, DATA_DIR: test.publicFolder },
  });
const PERIOD = ['--from', '2026-03-03', '--to', '2026-03-04'];

describe('numbers recount', () => {
  it('ends with 0 if the log gives the stored figures', async () => {
    expect(await numbers('recount', ...PERIOD)).toEqual({
      code: 0,
      out: 'The log begins at 2026-03-03T10:00:00.000Z.\n42 figures are the same.\n',
      error: '',
    });
  });

  it('ends with 1 and lists each figure that differs', async () => {
    await test.database
      .updateTable('download_hours')
      .set({ downloads: 5 })
      .where('counted_by', '=', 'rolling')
      .execute();
    await test.database.deleteFrom('download_hours').where('counted_by', '=', 'calendar').execute();
    await sql`
      update show_days set parts = jsonb_set(parts, '{app}', '{"Zune": 2}')
        where counted_by = 'rolling'`.execute(test.database);
    const { code, out } = await numbers('recount', ...PERIOD);
    expect(code).toBe(1);
    const hour = `2026-03-03T10:00:00.000Z episode ${episodeId}`;
    expect(out.split('\n').slice(1)).toEqual([
      `2026-03-03 show ${showId} rolling, app Zune: stored 2, counted 0`,
      `2026-03-03 show ${showId} rolling, app other: stored 0, counted 2`,
      `${hour} calendar: stored 0, counted 2`,
      `${hour} rolling: stored 5, counted 2`,
      '',
    ]);
  });

  it.each([
    [['--from', '2026-03-03'], '--to is missing.'],
    [['--from', '2026-03-32', '--to', '2026-03-04'], '--from is "2026-03-32": it must be a day'],
    [['--from', '2026-03-04', '--to', '2026-03-03'], '--to is before --from.'],
  ])('explains %j', async (options, message) => {
    const { code, error } = await numbers('recount', ...options);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });
});

describe('numbers export', () => {
  it('writes the rows of the days as CSV, without salts', async () => {
    const { code, out } = await numbers('export', ...PERIOD);
    expect(code).toBe(0);
    const [names, first, second, ...end] = out.split('\n');
    expect(names).toBe(
      'at,show_id,episode_id,sha256,file_size,duration,header_bytes,method,status,range_first,bytes_sent,user_agent,referrer_host,placement,country,is_hosting,lists,who,who_before,source',
    );
    expect(first).toMatch(
      new RegExp(
        `^2026-03-03T10:00:00.000Z,${showId},${episodeId},[0-9a-f]{64},7,20,0,GET,200,0,7,Pod/1,("")?,("")?,("")?,f,,`,
      ),
    );
    expect(second).toMatch(/^2026-03-03T10:30:00.000Z,/);
    expect(end).toEqual(['']);
    expect((await numbers('export', '--from', '2026-03-04', '--to', '2026-03-04')).out).toBe(
      `${names}\n`,
    );
  });

  it('writes the figures as CSV', async () => {
    await test.deps.jobs.add(test.database, 'count_downloads', {});
    await test.runJobs();
    const { code, out } = await numbers('export', ...PERIOD, '--what', 'figures');
    expect(code).toBe(0);
    const [names, ...rows] = out.split('\n');
    expect(names).toBe(
      'span,at,show_id,episode_id,counted_by,property,value,downloads,listeners,method',
    );
    const day = '2026-03-03T00:00:00.000Z';
    expect(rows).toEqual(
      expect.arrayContaining([
        `hour,2026-03-03T10:00:00.000Z,${showId},${episodeId},rolling,,,2,,5`,
        `day,${day},${showId},,rolling,,,2,2,5`,
        `day,${day},${showId},${episodeId},rolling,app,other,2,,5`,
      ]),
    );
  });

  it('writes Parquet', async () => {
    const { code, out } = await numbers('export', ...PERIOD, '--format', 'parquet');
    expect([code, out.slice(0, 4), out.slice(-4)]).toEqual([0, 'PAR1', 'PAR1']);
  });

  it('names the tables and formats that it knows', async () => {
    const table = await numbers('export', ...PERIOD, '--what', 'log');
    expect([table.code, table.out]).toEqual([2, '']);
    expect(table.error).toContain('--what is "log": it must be requests or figures.');
    const format = await numbers('export', ...PERIOD, '--format', 'toString');
    expect(format.error).toContain('--format is "toString": it must be csv or parquet.');
  });
});
