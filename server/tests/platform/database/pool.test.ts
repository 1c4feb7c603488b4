import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remoteServer } from '../../../src/platform/database/database-server.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/database-unavailable.ts';
import { createPool } from '../../../src/platform/database/pool.ts';
import { type Watch, watchServer } from '../../../src/platform/database/watch.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let direct: TestDatabase;
let proxy: FlakyProxy;
let watch: Watch;

beforeEach(async () => {
  direct = await openTestDatabase();
  proxy = await openFlakyProxy(direct.url);
  watch = watchServer(remoteServer(proxy.url), { report: () => {}, onGivenUp: () => {} });
});
afterEach(async () => {
  await watch.close();
  await proxy.close();
  await direct.close();
});

describe('createPool', () => {
  it('has a connection prepare a marked statement once', async () => {
    const pool = createPool(remoteServer(direct.url), watch, 1);
    const client = await pool.connect();
    const ask = async (text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows;
    for (const number of [1, 2, 3]) {
      expect(await ask('select /* prepared */ $1::int as n', [number])).toEqual([{ n: number }]);
      expect(await ask('select $1::int as n', [number])).toEqual([{ n: number }]);
    }
    const prepared = await ask(
      'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
    );
    expect(prepared).toEqual([{ statement: 'select /* prepared */ $1::int as n', runs: '3' }]);
    client.release();
    await pool.end();
  });

  it('gives up a connection that died silently while the server answers on others', async () => {
    const pool = createPool(remoteServer(proxy.url), watch, 2, 1_000);
    const ask = async () => {
      const client = await pool.connect();
      return client.query('select 1 as one', []).finally(() => client.release());
    };
    await Promise.all([ask(), ask()]);
    proxy.freezeOpen();
    const refused = await Promise.allSettled([ask(), ask()]);
    for (const one of refused) {
      expect(one).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
    }
    await expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await pool.end();
  });
});
