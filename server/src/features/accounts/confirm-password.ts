import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, type Words } from '../../platform/http/refusal.ts';
import { findAccount } from './repository.ts';

export interface Confirmation {
  userId: number;
  /** The password that was sent. */
  given: string | undefined;
  /** The name of its field. */
  field: string;
  /** The message for a missing password. */
  missing: Words;
}

/** The hash that a password was checked against. Null for an account without a password. */
export interface Confirmed extends Pick<Confirmation, 'userId' | 'field'> {
  hash: string | null;
}

/**
 * Requires the user's password for an irreversible step. An account without a password needs none.
 * @throws AppError INVALID_REQUEST if the password is missing or wrong
 */
export async function confirmPassword(
  { database, passwords }: Pick<FeatureDeps, 'database' | 'passwords'>,
  { userId, given, field, missing }: Confirmation,
): Promise<Confirmed> {
  const account = await findAccount(database, userId);
  const hash = account?.password_hash ?? null;
  if (hash === null) return { userId, field, hash };
  if (given === undefined) throw invalid(field, missing);
  if (await passwords.verify(hash, given)) return { userId, field, hash };
  throw invalid(field, 'wrong');
}

/**
 * Another request may have set a new password since the password was checked, or ended the account.
 * @throws AppError INVALID_REQUEST; NOT_SIGNED_IN
 */
export async function requireUnchanged(transaction: Database, { userId, field, hash }: Confirmed) {
  const account = await findAccount(transaction, userId);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  if (account.password_hash !== hash) throw invalid(field, 'wrong');
}
