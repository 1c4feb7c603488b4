import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { hashSecret } from '../../platform/secrets.ts';

export interface NewPasskey {
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

/** Null if the credential is stored already. */
export async function insertPasskey(database: Database, passkey: NewPasskey) {
  const row = await database
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['passkey_id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** The newest first. */
export function listPasskeys(database: Database, userId: number) {
  return database
    .selectFrom('passkeys')
    .select(['passkey_id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('passkey_id', 'desc')
    .execute();
}

export function findPasskey(database: Database, credentialId: string) {
  return database
    .selectFrom('passkeys')
    .innerJoin('users', 'users.user_id', 'passkeys.user_id')
    .select(['passkeys.user_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Records a use. False if the passkey was removed, or another use has counted further meanwhile. */
export async function usePasskey(
  database: Database,
  { credentialId, before, counter }: { credentialId: string; before: string; counter: number },
): Promise<boolean> {
  const row = await database
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('credential_id', '=', credentialId)
    .where('counter', '=', before)
    .returning('passkey_id')
    .executeTakeFirst();
  return row !== undefined;
}

interface OwnPasskey {
  userId: number;
  passkeyId: number;
}

/** False if the user has no such passkey. */
export async function renamePasskey(
  database: Database,
  { userId, passkeyId, name }: OwnPasskey & { name: string },
): Promise<boolean> {
  const row = await database
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('passkey_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the user has no such passkey. */
export async function deletePasskey(
  database: Database,
  { userId, passkeyId }: OwnPasskey,
): Promise<boolean> {
  const row = await database
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('passkey_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of passkeys that were removed. */
export async function deletePasskeys(database: Database, userId: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stores a challenge of a user who adds a passkey. */
export async function insertChallenge(
  database: Database,
  { challenge, userId, expiresAt }: { challenge: string; userId: number; expiresAt: Date },
): Promise<void> {
  await deleteOldChallenges(database);
  await database
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashSecret(challenge), user_id: userId, expires_at: expiresAt })
    .execute();
}

/** Uses a challenge of a user up. False if it is unknown, used or too old, or belongs to another user. */
export async function takeChallenge(
  database: Database,
  { challenge, userId }: { challenge: string; userId: number },
): Promise<boolean> {
  const row = await database
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a challenge of a sign-in is used. False if it was used before. */
export async function spendChallenge(
  database: Database,
  { challenge, expiresAt }: { challenge: string; expiresAt: Date },
): Promise<boolean> {
  await deleteOldChallenges(database);
  const row = await database
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashSecret(challenge), user_id: null, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined;
}

async function deleteOldChallenges(database: Database): Promise<void> {
  const isOver = sql<boolean>`expires_at < now()`;
  await database.deleteFrom('passkey_challenges').where(isOver).execute();
}
