import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClickHouseLog } from '../../../src/features/numbers/clickhouse/clickhouse-log.ts';
import { listExportRows } from '../../../src/features/numbers/clickhouse/export-rows.ts';
import { countPeriod } from '../../../src/features/numbers/count-period.ts';
import { exportCsv, writeCsv } from '../../../src/features/numbers/export-csv.ts';
import { exportParquet, writeParquet } from '../../../src/features/numbers/export-parquet.ts';
import { EXPORT_TABLES } from '../../../src/features/numbers/export-tables.ts';
import type { Period } from '../../../src/features/numbers/log-store.ts';
import { createPostgresLog } from '../../../src/features/numbers/open-log.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import {
  fetchChdb,
  openTestClickHouse,
  type TestClickHouse,
} from '../../helpers/clickhouse-server.ts';
import {
  addHeard,
  addShowOfAnn,
  describeLogStore,
  logRow,
  readPeriod,
  writeRows,
} from '../../helpers/log-store-facts.ts';
import { runAdmin } from '../../helpers/run-admin.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const chdb = await fetchChdb().catch(({ message }: Error) => {
  process.stderr.write(`ClickHouse cannot be fetched, so its tests are skipped: ${message}\n`);
  return null;
});

const csvOf = (url: string, database: TestDatabase['database'], period: Period): Promise<string> =>
  text(
    Readable.from(writeCsv(EXPORT_TABLES.requests.columns, listExportRows(url, database, period))),
  );

/** The rows of a file as texts, in any order. */
async function readParquet(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const file = Uint8Array.from(await buffer(Readable.from(chunks))).buffer;
  const rows = await parquetReadObjects({ file });
  return rows.map((row) => Object.values(row).map(String).join(' ')).sort();
}

describe.skipIf(chdb === null)('with a ClickHouse', () => {
  let server: TestClickHouse;
  beforeAll(async () => {
    server = await openTestClickHouse(String(chdb));
  });
  afterAll(() => server?.close());

  describeLogStore('the log in ClickHouse', ({ database }) => ({
    log: createClickHouseLog(server.url, database),
    exportCsv: (period) => csvOf(server.url, database, period),
  }));

  describe('the log in ClickHouse alone', () => {
    let own: TestClickHouse;
    let test: TestDatabase;
    const day = readPeriod('2026-02-02T00:00', '2026-02-03T00:00');
    const row = () => logRow({ at: new Date('2026-02-02T10:00:00Z') });
    const open = () => createClickHouseLog(own.url, test.database);
    beforeAll(async () => {
      own = await openTestClickHouse(String(chdb));
      test = await openTestDatabase();
    });
    afterAll(async () => {
      await test?.close();
      await own?.close();
    });

    it('has a batch once if its rows were written before a failure, and its books were not', async () => {
      const log = open();
      const id = randomUUID();
      await writeRows(log, [row(), row()], { id });
      await test.database.deleteFrom('numbers_batches').where('batch', '=', id).execute();
      await own.kill();
      await own.start();
      await writeRows(log, [row(), row()], { id });
      expect((await log.sumRequests(day)).programs).toMatchObject([{ requests: 2 }]);
      const noted = test.database.selectFrom('numbers_batches').where('batch', '=', id);
      expect(await noted.select('batch').execute()).toHaveLength(1);
      await log.close();
    });

    it('says in plain words that it is away, and takes rows when it is back', async () => {
      const log = open();
      await own.kill();
      const failed = await writeRows(log, [row()]).catch((error: Error) => error);
      expect(String(failed)).toMatch(
        /^LogUnavailable: The database at NUMBERS_URL does not answer: connect ECONNREFUSED/,
      );
      expect(String(failed)).not.toContain('secret');
      await own.start();
      expect(await writeRows(log, [row()])).toBe(1);
      await log.close();
    });

    it('says in plain words that the password is wrong, without it', async () => {
      const url = own.url.replace('secret', 'guess');
      const failed = await createClickHouseLog(url, test.database)
        .findFirst()
        .catch((error: Error) => error);
      expect(String(failed)).toMatch(/The database at NUMBERS_URL refuses: Authentication failed/);
      expect(String(failed)).not.toMatch(/guess|secret/);
    });

    it('also removes old rows from PostgreSQL, where the log was before', async () => {
      const before = createPostgresLog(test.database);
      await writeRows(before, [row()]);
      const log = open();
      await log.dropBefore('2026-02-03');
      expect(await before.findFirst()).toBeNull();
      await log.close();
    });

    it('refuses rows that it can never store with a code that drops them', async () => {
      const log = open();
      await expect(writeRows(log, [{ ...row(), who: Buffer.from('short') }])).rejects.toMatchObject(
        {
          code: '22000',
        },
      );
      await log.close();
    });
  });

  it('gives the same figures, sums and export as PostgreSQL for the same requests', async () => {
    const test = await openTestDatabase();
    const { database } = test;
    const showId = await addShowOfAnn(test);
    const heard = [await addHeard(test, showId), await addHeard(test, showId)];
    const logs = [createPostgresLog(database), createClickHouseLog(server.url, database)];
    let seed = 1;
    const pick = <Value>(values: readonly Value[]): Value => {
      seed = (seed * 48_271) % 2_147_483_647;
      return values[seed % values.length] as Value;
    };
    const numbers = Array.from({ length: 100_000 }, (_, number) => number);
    const start = Date.parse('2026-06-01T00:00:00Z');
    for (let batch = 0; batch < 20; batch += 1) {
      const rows = Array.from({ length: 200 }, () => {
        const { sha256, episodeId } = pick(heard);
        const at = new Date(start + pick(numbers) * 15_000 + pick(numbers));
        const person = Buffer.alloc(16, pick([1, 2, 3, 4, 5, 6, 7, 8]));
        return logRow({
          ...{ at, sha256: pick([sha256, null]), episodeId: pick([episodeId, null]) },
          ...{ status: pick([200, 206, 206, 302, 404]), method: pick(['GET', 'GET', 'HEAD']) },
          ...{ rangeFirst: pick([0, 0, 500]), bytesSent: pick([2, 500, 1_000]) },
          ...{ agent: pick(['Pod/1', 'AntennaPod/3.5', 'Googlebot/2.1']), who: person },
          ...{ placement: pick(['', '', 'site', 'embed'] as const), whoBefore: person },
          ...{ country: pick(['', 'IT']), referrerHost: pick(['', 'blog.example']) },
        });
      });
      for (const log of logs) await writeRows(log, rows);
    }
    const period = readPeriod('2026-06-01T00:00', '2026-06-20T00:00');
    const figures = [];
    for (const log of logs) {
      const counted = await countPeriod({ database, log }, period);
      const { episodes, programs } = await log.sumRequests(period);
      const inOrder = <Row>(all: Row[]) => all.map((one) => JSON.stringify(one)).sort();
      figures.push([counted, inOrder(episodes), inOrder(programs)]);
    }
    expect(figures[1]).toEqual(figures[0]);
    expect(JSON.stringify(figures[0])).toContain('AntennaPod');
    const client = await test.connect();
    expect((await csvOf(server.url, database, period)).split('\n').sort()).toEqual(
      (await text(exportCsv(client, EXPORT_TABLES.requests, period))).split('\n').sort(),
    );
    const { columns } = EXPORT_TABLES.requests;
    const parquets = [
      writeParquet(columns, listExportRows(server.url, database, period)),
      exportParquet(client, EXPORT_TABLES.requests, period),
    ];
    const [theirs, ours] = await Promise.all(parquets.map(readParquet));
    expect(theirs).toEqual(ours);
    await client.end();
    for (const log of logs) await log.close();
    await test.close();
  });

  describe('a host with NUMBERS_URL', () => {
    let own: TestClickHouse;
    let test: TestApp;
    beforeAll(async () => {
      own = await openTestClickHouse(String(chdb));
      test = await openTestApp({ NUMBERS_URL: own.url });
    });
    afterAll(async () => {
      await test?.close();
      await own?.close();
    });
    let sha256 = '';
    const path = () => `/media/audio/${sha256}.mp3`;
    const today = new Date().toISOString().slice(0, 10);
    const admin = (args: string[], input = '') =>
      runAdmin(['numbers', ...args], {
        input,
        env: {
          ...{ DATABASE_URL: test.databaseUrl, DATA_DIR: test.publicFolder },
          NUMBERS_URL: own.url,
        },
      });

    it('logs and counts there, and recounts, exports and imports', async () => {
      const ann = await test.signIn();
      const showId = await addShow(test.database, ann.userId);
      const media_id = await storeMedia(test, Buffer.alloc(1_000, 1), { duration: 20 });
      const episodeId = await addEpisode(test.database, showId, { media_id });
      sha256 = (
        await test.database
          .selectFrom('media')
          .select('sha256')
          .where('media_id', '=', media_id)
          .executeTakeFirstOrThrow()
      ).sha256;
      await test.app.inject({ url: path(), headers: { 'user-agent': 'AntennaPod/3.5' } });
      await test.app.audioLog.flush();
      const line = JSON.stringify({
        ...{ time: new Date().toISOString(), id: 'one', address: '203.0.113.9', method: 'GET' },
        ...{ path: path(), status: '200', bytes: '1000', agent: 'Overcast/3', host: 'localhost' },
      });
      for (const added of [1, 0]) {
        const { out } = await admin(['import', '--format', 'nginx', '--json', '-'], line);
        expect(JSON.parse(out).files).toMatchObject([{ added, known: 1 - added }]);
      }
      await test.deps.jobs.add(test.database, 'keep_audio_log', {});
      await test.deps.jobs.add(test.database, 'count_downloads', {});
      await test.runJobs();
      const answer = await test.app.inject({
        url: `/api/v2/episodes/${episodeId}/numbers`,
        headers: ann.headers,
      });
      expect(answer.json().response).toMatchObject({ total: 2 });
      const inPostgres = test.database.selectFrom('audio_requests').select('at');
      expect(await inPostgres.execute()).toEqual([]);
      const period = ['--from', today, '--to', today];
      expect(await admin(['recount', ...period])).toMatchObject({ code: 0, error: '' });
      const { out } = await admin(['export', ...period]);
      expect(out.split('\n')).toHaveLength(4);
      expect(out).toContain(`${sha256},1000,20,0,GET,200,0,1000,AntennaPod/3.5`);
    });

    it('answers listeners and keeps their requests while it is away', async () => {
      await own.kill();
      const before = test.app.audioLog.lost();
      const asked = await test.app.inject({ url: path() });
      expect(asked.statusCode).toBe(200);
      await test.app.audioLog.flush();
      expect(await admin(['recount', '--from', today, '--to', today])).toMatchObject({
        code: 1,
        error: expect.stringMatching(/^The database at NUMBERS_URL does not answer: /),
      });
      await own.start();
      await test.app.audioLog.flush();
      expect(test.app.audioLog.lost()).toBe(before);
      const exported = await admin(['export', '--from', today, '--to', today]);
      expect(exported.out.split('\n')).toHaveLength(5);
    });
  });
});
