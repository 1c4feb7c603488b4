import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportParquet, writeParquet } from '../../../src/features/numbers/export-parquet.ts';
import {
  EXPORT_TABLES,
  type ExportColumn,
  type ExportTable,
} from '../../../src/features/numbers/export-tables.ts';
import { Connection } from '../../../src/platform/database/connection.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { logRequest } from '../../helpers/log-request.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

async function join(chunks: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Uint8Array.from(Buffer.concat(all)).buffer;
}

const read = (file: ArrayBuffer) => parquetReadObjects({ file });

describe('exportParquet', () => {
  let test: TestApp;
  let [showId, episodeId] = [0, 0];
  beforeAll(async () => {
    const now = new Date('2026-03-04T12:00:00Z');
    test = await openTestApp({}, {}, { numbersClock: () => now });
    showId = await addShow(test.database, (await test.signIn()).userId);
    const media_id = await storeMedia(test, Buffer.from('counted'), { duration: 20 });
    episodeId = await addEpisode(test.database, showId, { media_id });
    await logRequest(test, { at: '2026-03-03T10:30:00.123Z', episodeId, agent: 'Überhörer/1 🎧' });
    await logRequest(test, { at: '2026-03-03T09:00:00Z', episodeId, person: 'bob', country: 'IT' });
    await logRequest(test, { at: '2026-03-04T00:00:00Z', episodeId });
    await test.deps.jobs.add(test.database, 'count_downloads', {});
    await test.runJobs();
    await test.database
      .updateTable('audio_requests')
      .set({ media_id: null, show_id: null })
      .where('country', '=', 'IT')
      .execute();
  });
  afterAll(() => test?.close());

  async function exported(table: ExportTable, from = '2026-03-03', to = '2026-03-04') {
    const client = new Connection({ connectionString: test.databaseUrl });
    await client.connect();
    const period = { from: new Date(from), to: new Date(to) };
    const file = await join(exportParquet(client, table, period));
    await client.end();
    return file;
  }

  it('writes the rows of the log in order, with times, numbers and nulls', async () => {
    const rows = await read(await exported(EXPORT_TABLES.requests));
    expect(rows).toHaveLength(2);
    const [bob, ann] = rows;
    expect(Object.keys(ann ?? {})).toEqual(EXPORT_TABLES.requests.columns.map(({ name }) => name));
    expect(bob).toMatchObject({
      at: new Date('2026-03-03T09:00:00Z'),
      show_id: null,
      sha256: null,
      file_size: null,
      duration: null,
      country: 'IT',
    });
    expect(ann).toMatchObject({
      at: new Date('2026-03-03T10:30:00.123Z'),
      show_id: showId,
      episode_id: episodeId,
      file_size: 7n,
      duration: 20,
      header_bytes: 0n,
      status: 200,
      bytes_sent: 7n,
      user_agent: 'Überhörer/1 🎧',
      is_hosting: false,
      lists: null,
    });
    expect(ann?.who).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has the same types for a time without rows', async () => {
    const schemaOf = (file: ArrayBuffer) =>
      parquetMetadata(file).schema.map(({ name, type, converted_type, repetition_type }) =>
        [name, type, converted_type, repetition_type].join(' '),
      );
    const empty = await exported(EXPORT_TABLES.requests, '2026-03-01', '2026-03-02');
    expect(await read(empty)).toEqual([]);
    expect(schemaOf(empty)).toEqual(schemaOf(await exported(EXPORT_TABLES.requests)));
    expect(schemaOf(empty)).toEqual(
      expect.arrayContaining([
        'at INT64 TIMESTAMP_MILLIS REQUIRED',
        'episode_id INT32  OPTIONAL',
        'bytes_sent INT64  REQUIRED',
        'user_agent BYTE_ARRAY UTF8 REQUIRED',
      ]),
    );
  });

  it('writes the figures of hours and days, and the parts of days', async () => {
    const all = await read(await exported(EXPORT_TABLES.figures));
    const rows = all.filter(({ counted_by }) => counted_by === 'rolling');
    const pick = (wanted: object) =>
      rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
    const hours = pick({ span: 'hour' });
    expect(hours.map(({ at, downloads }) => [at, downloads])).toEqual([
      [new Date('2026-03-03T09:00:00Z'), 1],
      [new Date('2026-03-03T10:00:00Z'), 1],
    ]);
    expect(pick({ span: 'day', episode_id: null, property: null })).toEqual([
      {
        span: 'day',
        at: new Date('2026-03-03T00:00:00Z'),
        show_id: showId,
        episode_id: null,
        counted_by: 'rolling',
        property: null,
        value: null,
        downloads: 2,
        listeners: 2,
        method: 5,
      },
    ]);
    const countries = pick({ span: 'day', episode_id: episodeId, property: 'country' });
    expect(countries.map(({ value, downloads }) => [value, downloads])).toEqual([
      ['', 1],
      ['IT', 1],
    ]);
  });
});

describe('writeParquet', () => {
  const columns: ExportColumn[] = [
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'bytes', type: 'INT64', nullable: true },
    { name: 'agent', type: 'STRING', nullable: false },
  ];
  const [GROUPS, ROWS] = [20, 50_000];
  const rowOf = (index: number) => ({
    at: new Date(Date.UTC(2026, 0, 1) + index),
    bytes: index % 7 === 0 ? null : String(2 ** 40 + index),
    agent: `Pod/${index % 13}`,
  });

  it('writes a million rows with those of one group in memory', async () => {
    let asked = 0;
    async function* groups() {
      for (; asked < GROUPS; asked += 1) {
        yield Array.from({ length: ROWS }, (_, index) => rowOf(asked * ROWS + index));
      }
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeParquet(columns, groups())) {
      expect(asked).toBe(Math.min(chunks.length, GROUPS)); // the next group is not asked for yet
      chunks.push(chunk);
    }
    const sizes = chunks.map(({ length }) => length);
    expect(sizes).toHaveLength(GROUPS + 1);
    expect(Math.max(...sizes)).toBeLessThan(2_000_000);
    const file = Uint8Array.from(Buffer.concat(chunks)).buffer;
    expect(Number(parquetMetadata(file).num_rows)).toBe(GROUPS * ROWS);
    const rowStart = 14 * ROWS - 3;
    const found = await parquetReadObjects({ file, rowStart, rowEnd: rowStart + 6 });
    expect(found).toEqual(
      Array.from({ length: 6 }, (_, index) => rowOf(rowStart + index)).map((row) => ({
        ...row,
        bytes: row.bytes === null ? null : BigInt(row.bytes),
      })),
    );
  });
});
