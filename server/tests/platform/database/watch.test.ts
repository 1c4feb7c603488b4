import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/database-unavailable.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let direct: TestDatabase;
let proxy: FlakyProxy;
let opened: OpenDatabase;
let reports: string[] = [];

beforeEach(async () => {
  reports = [];
  direct = await openTestDatabase();
  proxy = await openFlakyProxy(direct.url);
  opened = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    report: (level, message) => reports.push(`${level}: ${message}`),
  });
});
afterEach(async () => {
  await opened.close();
  await proxy.close();
  await direct.close();
});

const query = (seconds = 0) =>
  sql`select pg_sleep(${seconds})`.execute(opened.database).then(
    () => 'answer',
    (error: unknown) => (error instanceof DatabaseUnavailable ? 'unavailable' : String(error)),
  );
const queries = (count: number, seconds?: number) =>
  Promise.all(Array.from({ length: count }, () => query(seconds)));
const countRunning = async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(direct.database);
  return rows.length;
};
const untilBack = () =>
  vi.waitFor(async () => expect(await queries(20)).toEqual(Array(20).fill('answer')), {
    timeout: 30_000,
  });

describe('watchServer', () => {
  it('turns every query that meets a loss into DatabaseUnavailable, and reports once', async () => {
    const running = queries(40, 1);
    await vi.waitFor(async () => expect(await countRunning()).toBe(10));
    await proxy.stop();
    expect(new Set(await running)).toEqual(new Set(['unavailable']));
    expect(new Set(await queries(500))).toEqual(new Set(['unavailable']));
    await expect(opened.check()).rejects.toThrow(DatabaseUnavailable);
    expect(reports).toEqual([expect.stringMatching(/^error: The database does not answer \(.+\)/)]);

    await proxy.resume();
    await untilBack();
    expect(new Set(await queries(40))).toEqual(new Set(['answer']));
    expect(reports.slice(1)).toEqual([expect.stringMatching(/^info: The database answers again/)]);
  });

  it('keeps going when every connection is terminated, round after round', async () => {
    for (let round = 0; round < 3; round++) {
      await untilBack();
      const running = queries(10, 30);
      await vi.waitFor(async () => expect(await countRunning()).toBe(10));
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(direct.database);
      expect(new Set(await running)).toEqual(new Set(['unavailable']));
    }
    await untilBack();
    expect(reports.length).toBeLessThanOrEqual(3);
  });

  it('notices a frozen server, fails what waits for it, and recovers', async () => {
    const running = queries(40, 0.5);
    proxy.freeze();
    await expect(opened.check()).rejects.toThrow(DatabaseUnavailable);
    expect(await running).toContain('unavailable');
    expect(new Set(await queries(100))).toEqual(new Set(['unavailable']));
    await proxy.resume();
    await untilBack();
    await opened.check();
  });

  it('does work again that met a loss', async () => {
    let attempts = 0;
    const work = opened.retry(async () => {
      attempts += 1;
      await sql`select pg_sleep(${attempts === 1 ? 30 : 0})`.execute(opened.database);
      return 'done';
    });
    await vi.waitFor(async () => expect(await countRunning()).toBe(1));
    await proxy.stop();
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    await proxy.resume();
    expect([await work, attempts]).toEqual(['done', 2]);
    const failure = new Error('It is not the database.');
    await expect(opened.retry(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('leaves a slow query alone while the server answers others', async () => {
    expect(await queries(3, 4)).toEqual(['answer', 'answer', 'answer']);
    expect(reports).toEqual([]);
  });
});
