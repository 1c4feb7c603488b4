import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Records that an account is being deleted, with the data that is needed afterwards. The account must still be
 * complete.
 */
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

/** Removes the personal data and the credentials of a user. The row stays, because others refer to it. */
export async function anonymise(
  transaction: Database,
  { userId, permalink }: { userId: number; permalink: string },
): Promise<void> {
  for (const table of PERSONAL_TABLES) {
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

const PERSONAL_TABLES = [
  ...(['sessions', 'access_tokens', 'email_tokens', 'imports'] as const),
  ...(['provider_tokens', 'sign_in_tickets', 'second_factors', 'recovery_codes'] as const),
  ...(['passkeys', 'passkey_challenges'] as const),
  ...(['show_members', 'flash_dismissals', 'old_permalinks'] as const),
] as const;

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
  oidc_user_id: null,
  yt_user_id: null,
  tb_blog_name: null,
  quota_bytes: null,
  weekly_mail_language: null,
};

/** Makes every process drop all stored answers at the commit, because the user may be in any of them. */
export async function announceEverything(transaction: Database): Promise<void> {
  await sql`select pg_notify('changes', 'anything')`.execute(transaction);
}

export async function findArchive(database: Database, userId: number) {
  return database
    .selectFrom('account_deletions')
    .innerJoin('media', 'media.media_id', 'archive_id')
    .select(['permalink', 'sha256'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
