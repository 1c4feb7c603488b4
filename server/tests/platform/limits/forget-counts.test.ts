import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitTasks } from '../../../src/platform/limits/forget-counts.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

it('removes the counts of windows that have ended, and no others', async () => {
  const { database } = test;
  const minute = 60_000;
  await database
    .insertInto('rate_limits')
    .values([
      { key: 'ended', points: 1, expire: Date.now() - minute },
      { key: 'open', points: 1, expire: Date.now() + minute },
    ])
    .execute();
  const context = { deps: { database } } as never; // the task uses nothing else
  await limitTasks.forget_counts?.run({}, context);
  const rows = await database.selectFrom('rate_limits').select('key').execute();
  expect(rows).toEqual([{ key: 'open' }]);
});
