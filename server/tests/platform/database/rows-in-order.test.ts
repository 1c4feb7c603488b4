import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsInOrder } from '../../../src/platform/database/rows-in-order.ts';
import { openPlanReader, type PlanReader } from '../../helpers/plan-reader.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const ROWS = 100_000;

let test: TestDatabase;
let plans: PlanReader;
beforeAll(async () => {
  test = await openTestDatabase();
  plans = openPlanReader(test);
  // Without statistics of its words, PostgreSQL takes each for one that a hundredth of the rows has.
  await sql`
    create table things as select n as id, n % 977 as standing,
        to_tsvector('simple', 'common' || case when n % 20000 = 1 then ' rare' else '' end) as words
      from generate_series(1, ${sql.lit(ROWS)}) n`.execute(test.database);
  await sql`alter table things alter column words set statistics 0`.execute(test.database);
  await sql`create index by_standing on things (standing desc, id desc)`.execute(test.database);
  await sql`create index by_words on things using gin (words)`.execute(test.database);
  await sql`vacuum analyze things`.execute(test.database);
});
afterAll(async () => {
  await plans?.close();
  await test?.close();
});

it.each([
  ['all of a rare word', 'rare', 'by_words', [40_001, 80_001, 20_001, 60_001, 1]],
  ['the first of a common word', 'common', 'by_standing', [99_653, 98_676, 97_699, 96_722, 95_745]],
])('reads %s', async (_, word, index, ids) => {
  let found: number[] = [];
  const nodes = await plans.of(async ({ database }) => {
    const rows = await rowsInOrder(database, {
      as: 'thing',
      columns: sql`thing.id, thing.standing`,
      table: sql`things`,
      part: sql`true`,
      condition: sql`thing.words @@ ${word}::tsquery`,
      limit: 5,
    });
    const first = await sql<{ id: number }>`
      select id from ${rows} order by standing desc, id desc limit 5`.execute(database);
    found = first.rows.map(({ id }) => id);
  });
  expect(found).toEqual(ids);
  expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual([index]);
});
