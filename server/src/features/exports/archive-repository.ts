import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A deletion without an archive. Locked until the transaction ends. */
export async function lockUnarchived(transaction: Database, userId: number) {
  return transaction
    .selectFrom('account_deletions')
    .select(['email', 'language'])
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function isUnarchived(database: Database, userId: number): Promise<boolean> {
  const row = await database
    .selectFrom('account_deletions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveArchive(
  transaction: Database,
  { userId, mediaId }: { userId: number; mediaId: number },
): Promise<void> {
  await transaction
    .updateTable('account_deletions')
    .set({ archive_id: mediaId, picture_id: null, email: null, archived_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}

/** Users whose deletion has waited for its archive longer than jobs are retried. */
export async function listStuck(database: Database): Promise<number[]> {
  const rows = await database
    .selectFrom('account_deletions')
    .select('user_id')
    .where('archived_at', 'is', null)
    .where('deleted_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Removes deletions whose archives are this old. Their files then have no owner and are collected. */
export async function deleteArchived(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('account_deletions').where('archived_at', '<', before).execute();
}
