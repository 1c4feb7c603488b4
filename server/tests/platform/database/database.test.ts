import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

describe('migrate', () => {
  it('refuses a database that is newer than the program, and changes nothing', async () => {
    const { database, url, close } = await openTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(
      database,
    );
    const migrations = () => sql`select name from kysely_migration`.execute(database);
    const before = await migrations();
    await expect(openDatabase({ databaseUrl: url, dataDir: '' })).rejects.toThrow(
      'made by a newer version',
    );
    expect((await migrations()).rows).toEqual(before.rows);
    await close();
  }, 60_000);
});
