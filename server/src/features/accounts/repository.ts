import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Addresses that differ only in case are the same account. */
const emailIs = (email: string) => sql<boolean>`lower(users.email) = lower(${email})`;

/** The account of an e-mail address, with its password hash. */
export function findByEmail(database: Database, email: string) {
  return database
    .selectFrom('users')
    .select(['user_id', 'permalink', 'email', 'password_hash', 'email_verified_at'])
    .where(emailIs(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findAccount(database: Database, userId: number) {
  return database
    .selectFrom('users')
    .select(['user_id', 'email', 'password_hash', 'email_verified_at', 'weekly_mail_language'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

const ADMINISTRATORS_LOCK = 0x5e7;

/**
 * Locks the administrators until the end of the transaction, so that no other request creates the first or removes
 * the last.
 */
export async function lockAdministrators(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(transaction);
}

/** True if this host has an administrator besides the user `except`. */
export async function hasAdministrator(
  database: Database,
  { except = 0 }: { except?: number } = {},
): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('user_id')
    .where('is_admin', '=', true)
    .where('user_id', '<>', except)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isAdministrator(database: Database, userId: number): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('is_admin')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.is_admin ?? false;
}

/** Locks an account until the transaction ends. */
export async function lockAccount(transaction: Database, userId: number): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}

/** False if the password has another hash than `instead` meanwhile. */
export async function setPasswordHash(
  database: Database,
  { userId, hash, instead }: { userId: number; hash: string; instead: string },
) {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', instead)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Accounts in the order of their ids, after the one with the id `after`. */
export function listAccounts(
  database: Database,
  { after, limit }: { after: number; limit: number },
) {
  return database
    .selectFrom('users')
    .select(['user_id', 'permalink', 'name', 'email', 'is_admin', 'created_at'])
    .select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
    .select(
      sql<number>`(select count(*)::int from shows
        where shows.user_id = users.user_id and shows.deleted_at is null)`.as('shows'),
    )
    .where('deleted_at', 'is', null)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}
