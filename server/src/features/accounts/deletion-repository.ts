import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Notes that an account is being deleted, with what is needed afterwards. The account must still be whole. */
export async function insertDeletion(
  transaction: Database,
  { userId, language }: { userId: number; language: string },
): Promise<void> {
  await sql`
    insert into account_deletions (user_id, permalink, email, language, picture_id)
    select user_id, permalink, case when email_verified_at is not null then email end,
      ${language}, image_id
    from users where user_id = ${userId}`.execute(transaction);
}

/** Removes everything that makes a user a person, or lets him in. His row stays, because others refer to it. */
export async function anonymise(
  transaction: Database,
  { userId, permalink }: { userId: number; permalink: string },
): Promise<void> {
  for (const table of ['sessions', 'access_tokens', 'email_tokens', 'imports'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  for (const table of ['provider_tokens', 'sign_in_tickets'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  for (const table of ['show_members', 'flash_dismissals'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  for (const column of ['created_by', 'used_by'] as const) {
    const { ref } = transaction.dynamic;
    await transaction
      .updateTable('invites')
      .set({ [column]: null })
      .where(ref(column), '=', userId)
      .execute();
  }
  await transaction
    .updateTable('users')
    .set({ ...ANONYMOUS_USER, permalink, deleted_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}

const ANONYMOUS_USER = {
  name: '',
  description: '',
  email: null,
  email_verified_at: null,
  password_hash: null,
  is_admin: false,
  image_id: null,
  gender: null,
  birthday: null,
  fb_user_id: null,
  fb_auth_token_expires_at: null,
  fb_permissions: null,
  tw_user_id: null,
  go_user_id: null,
  ap_user_id: null,
  yt_user_id: null,
  tb_blog_name: null,
  quota_bytes: null,
};

/** Makes every process drop all stored answers at the commit: the user may be in any of them. */
export async function announceEverything(transaction: Database): Promise<void> {
  await sql`select pg_notify('changes', 'anything')`.execute(transaction);
}

/** A deletion whose archive is not made yet. Others who want to make it wait until the transaction ends. */
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

export async function findArchive(database: Database, userId: number) {
  return database
    .selectFrom('account_deletions')
    .innerJoin('media', 'media.media_id', 'archive_id')
    .select(['permalink', 'sha256'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Users whose deletion waits for its archive for longer than jobs are tried again. */
export async function listStuck(database: Database): Promise<number[]> {
  const rows = await database
    .selectFrom('account_deletions')
    .select('user_id')
    .where('archived_at', 'is', null)
    .where('deleted_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Forgets deletions whose archives were made so long ago. Their files are then nobody's and are collected. */
export async function deleteArchived(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('account_deletions').where('archived_at', '<', before).execute();
}
