import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/database/migrations.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

describe('migrate, 0014-account-life', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0001-catalogue');
    await sql`insert into users (permalink, name) values ('7', 'Seven'), ('user-7', 'Other'), ('x7', 'X')`.execute(
      test.database,
    );
    await migrate(test.database);
  });
  afterAll(() => test.close());

  it('renames permalinks that look like ids', async () => {
    const rows = await test.database
      .selectFrom('users')
      .select('permalink')
      .orderBy('user_id')
      .execute();
    expect(rows.map(({ permalink }) => permalink)).toEqual(['user-7-2', 'user-7', 'x7']);
  });

  it('lets no permalink look like an id', async () => {
    const insert = test.database.insertInto('users').values({ permalink: '8', name: 'Eight' });
    await expect(insert.execute()).rejects.toThrow('users_permalink_no_number');
  });

  it('remembers no samples for a host without shows', async () => {
    expect(await test.database.selectFrom('host_facts').selectAll().execute()).toEqual([]);
  });
});
