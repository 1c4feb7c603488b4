import type { Database } from '../../platform/database/database.ts';

/** Stores the salt of a day, unless there is one. Returns the stored one. */
export async function keepSalt(database: Database, day: string, salt: Buffer): Promise<Buffer> {
  await database
    .insertInto('numbers_salts')
    .values({ day, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await database
    .selectFrom('numbers_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return stored.salt;
}

export async function deleteSaltsBefore(database: Database, day: string): Promise<void> {
  await database.deleteFrom('numbers_salts').where('day', '<', day).execute();
}
