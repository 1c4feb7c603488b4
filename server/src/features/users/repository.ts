import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { UserTable } from '../../platform/database/tables.ts';

export type UserRow = Selectable<UserTable>;

export async function findUser(database: Database, permalink: string): Promise<UserRow | null> {
  const row = await database
    .selectFrom('users')
    .selectAll()
    .where('permalink', '=', permalink)
    .executeTakeFirst();
  return row ?? null;
}
