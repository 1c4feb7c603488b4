import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Current and future messages, the newest first. */
export function listPosted(database: Database) {
  return database
    .selectFrom('flash_messages')
    .select(['name', 'message', 'starts_at', 'ends_at'])
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .execute();
}

/** The names that a user has dismissed. */
export async function listDismissed(database: Database, userId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('flash_dismissals')
    .select('name')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ name }) => name);
}

export interface NewFlashMessage {
  name: string;
  message: string;
  starts_at: Date | null;
  ends_at: Date | null;
}

/** Sets a message, or changes the text and the times of the one with this name. */
export async function saveFlashMessage(
  database: Database,
  { name, ...fields }: NewFlashMessage,
): Promise<void> {
  await database
    .insertInto('flash_messages')
    .values({ name, ...fields })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fields))
    .execute();
}

/** False if there is no such message, or if it has ended. */
export async function endFlashMessage(database: Database, name: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('flash_messages')
    .set({ ends_at: sql<Date>`now()` })
    .where('name', '=', name)
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFlashMessage(database: Database, name: string): Promise<boolean> {
  const deleted = await database.deleteFrom('flash_messages').where('name', '=', name).execute();
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0);
}

/** A name without a message is not stored, so that clients cannot fill the table. */
export async function insertDismissal(
  database: Database,
  { userId, name }: { userId: number; name: string },
): Promise<void> {
  await sql`
    insert into flash_dismissals (user_id, name)
    select ${userId}, name from flash_messages where name = ${name} for key share
    on conflict do nothing
  `.execute(database);
}
