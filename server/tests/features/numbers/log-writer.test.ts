import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotedRequest } from '../../../src/features/numbers/audio-log.ts';
import { insertBatch, makePartitions } from '../../../src/features/numbers/log-repository.ts';
import { createLogWriter, type NotedBatch } from '../../../src/features/numbers/log-writer.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const at = new Date('2026-03-02T22:00:00Z');
const row = (more: Partial<NotedRequest> = {}): NotedRequest => ({
  at,
  sha256: null,
  episodeId: 1,
  method: 'GET',
  status: 200,
  rangeFirst: 0,
  bytesSent: 1,
  agent: 'Pod/1',
  referrerHost: '',
  placement: '',
  address: '192.0.2.1',
  ...more,
});

/** A writer whose timers run when the test calls `tick`. */
function openWriter(save: (batch: NotedBatch<NotedRequest>) => Promise<unknown>) {
  const said: string[] = [];
  let due: (() => void)[] = [];
  const later = (run: () => void) => due.push(run);
  const report = (message: string) => said.push(message);
  const writer = createLogWriter({ name: 'requests for audio', save, report, later });
  return {
    ...writer,
    said,
    async tick() {
      const runs = due;
      due = [];
      for (const run of runs) run();
      await writer.flush();
    },
  };
}

describe('createLogWriter', () => {
  it('writes rows together after a second, or as soon as there are 1,000', async () => {
    const batches: number[] = [];
    const writer = openWriter(async ({ rows }) => void batches.push(rows.length));
    for (let index = 0; index < 3; index += 1) writer.add(row());
    expect(batches).toEqual([]);
    await writer.tick();
    expect(batches).toEqual([3]);
    for (let index = 0; index < 1_000; index += 1) writer.add(row());
    await writer.flush();
    expect(batches).toEqual([3, 1_000]);
  });

  it('keeps 50,000 rows while the database is away, and reports the others once', async () => {
    let isAway = true;
    let written = 0;
    const writer = openWriter(async ({ rows }) => {
      if (isAway) throw new Error('away');
      written += rows.length;
    });
    for (let index = 0; index < 50_010; index += 1) writer.add(row());
    await writer.tick();
    await writer.tick();
    expect(writer.said).toEqual(['The log of requests for audio cannot be written: Error: away']);
    isAway = false;
    await writer.tick();
    expect(written).toBe(50_000);
    expect(writer.said.slice(1)).toEqual([
      '10 requests for audio are missing in the log and will not be counted.',
    ]);
    expect(writer.lost()).toBe(10);
  });

  it('drops a batch that PostgreSQL can never store', async () => {
    const written: string[] = [];
    const writer = openWriter(async ({ rows: [first] }) => {
      if (first?.agent === 'bad') throw Object.assign(new Error('bad'), { code: '22P05' });
      written.push(first?.agent ?? '');
    });
    writer.add(row({ agent: 'bad' }));
    await writer.flush();
    writer.add(row());
    await writer.flush();
    expect(written).toEqual(['Pod/1']);
    expect(writer.said[1]).toMatch(/^1 requests for audio are missing/);
  });

  it('tries once more when it is closed, and reports what is left', async () => {
    const writer = openWriter(() => Promise.reject(new Error('away')));
    writer.add(row());
    await writer.close();
    expect(writer.said.slice(1)).toEqual([
      '1 requests for audio are missing in the log and will not be counted.',
    ]);
  });
});

describe('insertBatch', () => {
  let test: TestDatabase;
  let proxy: FlakyProxy;
  let throughProxy: OpenDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
    proxy = await openFlakyProxy(test.url);
    throughProxy = await openDatabase({ databaseUrl: proxy.url, dataDir: '', report() {} });
    await makePartitions(test.database, ['2026-03-02']);
  });
  afterAll(async () => {
    await throughProxy?.close();
    await proxy?.close();
    await test?.close();
  });

  const save = ({ id, rows }: NotedBatch<NotedRequest>, { database }: OpenDatabase = test) =>
    insertBatch(database, {
      id,
      lists: null,
      rows: rows.map(({ address: _, ...noted }) => ({
        ...noted,
        country: '',
        isHosting: false,
        who: randomBytes(16),
        whoBefore: randomBytes(16),
      })),
    });
  const countRows = async () =>
    (await test.database.selectFrom('audio_requests').select('at').execute()).length;

  it('writes a batch once if its first answer was lost', async () => {
    let isLost = true;
    const writer = openWriter(async (batch) => {
      await save(batch);
      if (isLost) throw new Error('the connection broke after the commit');
    });
    writer.add(row());
    writer.add(row({ agent: 'Other/1' }));
    await writer.tick();
    isLost = false;
    writer.add(row());
    await writer.tick();
    expect(await countRows()).toBe(3);
  });

  it('writes each row once if the connection breaks at any message, and if the database goes and comes back', async () => {
    const before = await countRows();
    const writer = openWriter((batch) => save(batch, throughProxy));
    for (let message = 1; message <= 8; message += 1) {
      writer.add(row());
      proxy.cutAtMessage(message);
      await writer.tick();
    }
    await proxy.stop();
    writer.add(row());
    await writer.tick();
    await proxy.resume();
    await expect
      .poll(async () => {
        await writer.tick();
        return countRows();
      })
      .toBe(before + 9);
    expect(writer.said.filter((text) => /missing/.test(text))).toEqual([]);
  });

  it('lets two processes make a partition and write at once', async () => {
    const before = await countRows();
    const write = async (id: string) => {
      await makePartitions(test.database, ['2026-03-05']);
      await save({ id, rows: [row({ at: new Date('2026-03-05T00:00:00Z'), agent: 'New/1' })] });
    };
    await Promise.all([
      write('00000000-0000-4000-8000-000000000001'),
      write('00000000-0000-4000-8000-000000000002'),
    ]);
    expect(await countRows()).toBe(before + 2);
  });
});
