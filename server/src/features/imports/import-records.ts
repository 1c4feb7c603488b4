import type { ImportItem } from 'earshot/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';

const LISTED_MAX = 20;

export type ImportRow = Selectable<Schema['imports']>;

export async function insertImport(
  database: Database,
  values: Insertable<Schema['imports']>,
): Promise<number> {
  const { import_id } = await database
    .insertInto('imports')
    .values(values)
    .returning('import_id')
    .executeTakeFirstOrThrow();
  return import_id;
}

/** The newest imports of a user. */
export function listImports(database: Database, userId: number) {
  return database
    .selectFrom('imports')
    .select(['import_id', 'title', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('import_id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

/** Waits for a transaction that changes the import, if `lock` is set. */
export async function findImport(
  database: Database,
  importId: number,
  { lock = false } = {},
): Promise<ImportRow | null> {
  const query = database.selectFrom('imports').selectAll().where('import_id', '=', importId);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function updateImport(
  database: Database,
  importId: number,
  values: Updateable<Schema['imports']>,
): Promise<void> {
  await database.updateTable('imports').set(values).where('import_id', '=', importId).execute();
}

/**
 * Counts an attempt to enter the code of a mail, and returns the hash of the code. Null without a code, and after `max`
 * attempts. One statement does both, so that simultaneous attempts count separately.
 */
export async function takeMailCodeTry(
  database: Database,
  importId: number,
  max: number,
): Promise<Buffer | null> {
  const row = await database
    .updateTable('imports')
    .set({ mail_code_tries: sql`mail_code_tries + 1` })
    .where('import_id', '=', importId)
    .where('mail_code_tries', '<', max)
    .returning('mail_code_hash')
    .executeTakeFirst();
  return row?.mail_code_hash ?? null;
}

export function listItems(database: Database, importId: number): Promise<ImportItem[]> {
  return database
    .selectFrom('import_items')
    .select(['title', 'state', 'reason'])
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
}

const ROWS_PER_STATEMENT = 5_000; // five parameters each; PostgreSQL allows 65,535

/** Saves items at their positions, which count from 0. */
export async function saveItems(
  database: Database,
  importId: number,
  items: readonly (ImportItem & { position: number })[],
): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT) {
    const part = items.slice(start, start + ROWS_PER_STATEMENT);
    await database
      .insertInto('import_items')
      .values(part.map((item) => ({ ...item, import_id: importId })))
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'position']).doUpdateSet((row) => ({
          title: row.ref('excluded.title'),
          state: row.ref('excluded.state'),
          reason: row.ref('excluded.reason'),
        })),
      )
      .execute();
  }
}

/** Removes surplus items of an earlier, longer preview. */
export async function cutItems(database: Database, importId: number, total: number) {
  await database
    .deleteFrom('import_items')
    .where('import_id', '=', importId)
    .where('position', '>=', total)
    .execute();
}

/** The user's address, if it was verified. */
export async function findVerifiedEmail(database: Database, userId: number) {
  const row = await database
    .selectFrom('users')
    .select(['email', 'permalink', 'email_verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { permalink: row.permalink, email: row.email_verified_at === null ? null : row.email };
}

/** Whether the user has proved in an earlier import that the feed at this address is theirs. */
export async function hasProvenBefore(
  database: Database,
  { user_id, url }: Pick<ImportRow, 'user_id' | 'url'>,
): Promise<boolean> {
  const row = await database
    .selectFrom('imports')
    .select('import_id')
    .where('user_id', '=', user_id)
    .where('url', '=', url)
    .where('proven_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Previews that were not started are deleted after a week. */
export async function deleteOldPreviews(database: Database): Promise<void> {
  await database
    .deleteFrom('imports')
    .where('state', '=', 'preview')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}
