import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

interface Rule {
  /** True for a user who breaks the rule. */
  broken: RawBuilder<boolean>;
  words: string;
}

const RULES: readonly Rule[] = [
  {
    broken: sql`deleted_at is not null and (email is not null or password_hash is not null)`,
    words: 'is deleted, but has an e-mail address or a password',
  },
  {
    broken: sql`deleted_at is not null and (
      exists (select from sessions where sessions.user_id = users.user_id)
      or exists (select from access_tokens where access_tokens.user_id = users.user_id))`,
    words: 'is deleted, but is signed in',
  },
  {
    // Administrators may restore a show after the end of the account.
    broken: sql`deleted_at is not null and exists (
      select from shows where shows.user_id = users.user_id and shows.deleted_at is null
        and (shows.updated_at < users.deleted_at or shows.created_at > users.deleted_at))`,
    words: 'is deleted, but has shows',
  },
  {
    broken: sql`exists (select from account_deletions as deletion
      where deletion.user_id = users.user_id and archived_at is null
        and deletion.deleted_at < now() - interval '2 days')`,
    words: 'is deleted, but the archive of the account could not be made',
  },
  {
    broken: sql`deleted_at is null and password_hash is not null and email is null`,
    words: 'has a password, but no e-mail address to log in with',
  },
];

/** Finds inconsistent accounts, each with a description. */
export async function* checkAccounts({ database }: { database: Database }): AsyncGenerator<string> {
  for (const { broken, words } of RULES) {
    const users = await database
      .selectFrom('users')
      .select('user_id')
      .where(broken)
      .orderBy('user_id')
      .execute();
    for (const { user_id } of users) yield `The user ${user_id} ${words}.`;
  }
}
