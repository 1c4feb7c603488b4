import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export function findFactor(database: Database, userId: number) {
  return database
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export const listConfirmed = (database: Database) =>
  database
    .selectFrom('second_factors')
    .select('secret')
    .where('confirmed_at', 'is not', null)
    .execute();

export async function isConfirmed(database: Database, userId: number): Promise<boolean> {
  return ((await findFactor(database, userId))?.confirmed_at ?? null) !== null;
}

/** Stores the secret of a set-up in progress, instead of an earlier one. False if the account has a second factor. */
export async function insertSecret(
  database: Database,
  { userId, secret }: { userId: number; secret: Buffer },
): Promise<boolean> {
  const row = await database
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it was confirmed meanwhile. */
export async function confirmSecret(
  database: Database,
  { userId, step }: { userId: number; step: number },
): Promise<boolean> {
  const row = await database
    .updateTable('second_factors')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the codes of a time step, and of earlier ones. False if they are used already. */
export async function useStep(
  database: Database,
  { userId, step }: { userId: number; step: number },
): Promise<boolean> {
  const row = await database
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the account has no second factor. */
export async function deleteFactor(database: Database, userId: number): Promise<boolean> {
  await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const row = await database
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at != null;
}

/** Stores the hashes of new recovery codes, instead of all earlier ones. */
export async function replaceRecoveryCodes(
  database: Database,
  { userId, hashes }: { userId: number; hashes: readonly Buffer[] },
): Promise<void> {
  await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await database
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a recovery code up. False if it is unknown or used. */
export async function useRecoveryCode(
  database: Database,
  { userId, hash }: { userId: number; hash: Buffer },
): Promise<boolean> {
  const row = await database
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const { count } = await database
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
