import type { DeadLink } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';

// Links that prove ownership of an address, or of this host.

export interface NewLink {
  purpose: Schema['email_tokens']['purpose'];
  /** Null for the link that creates the first administrator. */
  userId: number | null;
  /** The address that the link is sent to. */
  email: string | null;
  lastsMs: number;
}

/** Makes the secret of a single-use link. */
export async function issueLink(
  database: Database,
  { purpose, userId, email, lastsMs }: NewLink,
): Promise<string> {
  const secret = newSecret();
  await database
    .insertInto('email_tokens')
    .values({
      token_hash: hashSecret(secret),
      purpose,
      user_id: userId,
      email,
      expires_at: new Date(Date.now() + lastsMs),
    })
    .execute();
  return secret;
}

export type LinkUse = Pick<NewLink, 'purpose'> & { secret: string };

/** The user of a link. Null if the link is unknown, used or expired. */
export async function findLink(database: Database, use: LinkUse) {
  const row = await database
    .selectFrom('email_tokens')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashSecret(use.secret))
    .where('purpose', '=', use.purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Why a link does not work. Null if it works. `expired` also if a newer one has replaced it; `unknown` if it never existed
 * or ended more than a day ago.
 */
export async function deadLinkOf(
  database: Database,
  { purpose, secret }: LinkUse,
): Promise<DeadLink | null> {
  const row = await database
    .selectFrom('email_tokens')
    .select(['used_at', sql<boolean>`expires_at > now()`.as('is_young')])
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (row.used_at !== null) return 'used';
  return row.is_young ? null : 'expired';
}

/** True if the link would work now. */
export async function isLinkAlive(database: Database, use: LinkUse): Promise<boolean> {
  return (await findLink(database, use)) !== null;
}

/** Consumes a link. Only one of several simultaneous uses succeeds. Null if the link is unknown, used or expired. */
export async function useLink(database: Database, { purpose, secret }: LinkUse) {
  const row = await database
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('used_at', 'is', null)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  return row ?? null;
}

/** The number of links of this kind that a user has got within the last hour. */
export async function countRecentLinks(
  database: Database,
  { purpose, userId }: { purpose: NewLink['purpose']; userId: number },
): Promise<number> {
  const { count } = await database
    .selectFrom('email_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Invalidates all links of these purposes. Their rows stay for a while, because they count as recent links. */
export async function dropLinks(
  database: Database,
  { purposes, userId }: { purposes: NewLink['purpose'][]; userId: number },
): Promise<void> {
  await expireLinks(database, userId).where('purpose', 'in', purposes).execute();
}

/**
 * Cancels changes of the address that wait for a confirmation. The link that confirms the present address stays. Part
 * of a new password: a person who knew the old one may have requested a change to their own address.
 */
export async function dropAddressChanges(
  database: Database,
  { userId, present }: { userId: number; present: string | null },
): Promise<void> {
  await expireLinks(database, userId)
    .where('purpose', '=', 'verify')
    .where(sql<boolean>`lower(email) is distinct from lower(${present}::text)`)
    .execute();
}

const expireLinks = (database: Database, userId: number) =>
  database
    .updateTable('email_tokens')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`);
