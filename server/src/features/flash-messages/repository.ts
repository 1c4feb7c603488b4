import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface Dismissed {
  userId: number | null;
  /** Names in the cookie. */
  names: readonly string[];
}

/** The newest message that is not over and that was not dismissed. */
export function findFlashMessage(database: Database, { userId, names }: Dismissed) {
  return database
    .selectFrom('flash_messages')
    .select(['name', 'message', 'ends_at'])
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .where(sql<boolean>`name <> all(${names})`)
    .where(sql<boolean>`not exists (
      select from flash_dismissals as dismissal
      where dismissal.name = flash_messages.name and dismissal.user_id = ${userId})`)
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .executeTakeFirst();
}

export interface NewFlashMessage {
  name: string;
  message: string;
  ends_at: Date | null;
}

/** Sets a message, or changes the text and the end of the one with this name. */
export async function saveFlashMessage(
  database: Database,
  { name, message, ends_at }: NewFlashMessage,
): Promise<void> {
  await database
    .insertInto('flash_messages')
    .values({ name, message, ends_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ message, ends_at }))
    .execute();
}

export async function deleteFlashMessage(database: Database, name: string): Promise<void> {
  await database.deleteFrom('flash_messages').where('name', '=', name).execute();
}

/** A name without a message is not stored, so that nobody fills the table. */
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
