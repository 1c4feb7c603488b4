import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOneConnection } from '../../../src/platform/database/one-connection.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

it('connects again after its idle connection was ended', async () => {
  const { pool, database } = openOneConnection(test.url);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.database);
  await expect.poll(() => pool.totalCount).toBe(0);
  const { rows: later } = await sql`select 1 as one`.execute(database);
  expect(later).toEqual([{ one: 1 }]);
  await database.destroy();
});
