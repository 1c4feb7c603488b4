import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';

export const INVITE_LASTS_DAYS = 14;
const DAY_MS = 86_400_000;

/** Makes an invite for one signup and returns its secret. */
export async function createInvite(
  database: Database,
  { createdBy = null, days = INVITE_LASTS_DAYS }: { createdBy?: number | null; days?: number } = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  await database
    .insertInto('invites')
    .values({ token_hash: hashSecret(secret), created_by: createdBy, expires_at: expiresAt })
    .execute();
  return { secret, expiresAt };
}

/**
 * Consumes an invite for a new user. Only one of two simultaneous signups succeeds: call it in the transaction
 * that creates the user.
 * @throws AppError INVALID_REQUEST if the invite is unknown, used or expired
 */
export async function redeemInvite(
  transaction: Database,
  { invite, userId }: { invite: string; userId: number },
): Promise<void> {
  const row = await transaction
    .updateTable('invites')
    .set({ used_by: userId, used_at: sql`now()` })
    .where('token_hash', '=', hashSecret(invite))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('used_at')
    .executeTakeFirst();
  if (row) return;
  throw invalid('invite', 'invite_dead');
}
