import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from '../database/database.ts';

const FILES_HELD = 0xf11e;

/** Prevents the removal of files as long as the connection lasts, for a backup that copies them. */
export async function holdFiles(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [FILES_HELD]);
}

/** False while a backup holds the files. If it is true, no backup begins until the transaction ends. */
export async function mayRemoveFiles(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock(${FILES_HELD}) as may`.execute(transaction);
  return rows[0]?.may ?? false;
}
