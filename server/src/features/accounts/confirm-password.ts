import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { findAccount } from './repository.ts';

export interface Confirmation {
  userId: number;
  /** The password that was sent. */
  given: string | undefined;
  /** The name of its field. */
  field: string;
  /** The words for a password that is missing. */
  missing: string;
}

/** The hash that a password was checked against, and null for an account without a password. */
export interface Confirmed extends Pick<Confirmation, 'userId' | 'field'> {
  hash: string | null;
}

/**
 * Has the user confirm with his password what cannot be taken back. An account without a password needs none.
 * @throws AppError INVALID_REQUEST if the password is missing or wrong
 */
export async function confirmPassword(
  { database, passwords }: Pick<FeatureDeps, 'database' | 'passwords'>,
  { userId, given, field, missing }: Confirmation,
): Promise<Confirmed> {
  const account = await findAccount(database, userId);
  const hash = account?.password_hash ?? null;
  if (hash === null) return { userId, field, hash };
  if (given === undefined) {
    throw new AppError('INVALID_REQUEST', { messages: [`${field}: ${missing}`] });
  }
  if (await passwords.verify(hash, given)) return { userId, field, hash };
  throw wrong(field);
}

/**
 * Another request may have set a new password since the password was checked.
 * @throws AppError INVALID_REQUEST
 */
export async function requireUnchanged(
  transaction: Database,
  { userId, field, hash }: Confirmed,
): Promise<void> {
  const account = await findAccount(transaction, userId);
  if (account?.password_hash !== hash) throw wrong(field);
}

function wrong(field: string): AppError {
  return new AppError('INVALID_REQUEST', { messages: [`${field}: is wrong`] });
}
