import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { normalizeEmail } from './email-address.ts';
import { findAccount, findByEmail, setPasswordHash } from './repository.ts';

type LoginDeps = Pick<FeatureDeps, 'database' | 'passwords'>;

/**
 * Checks an e-mail address and a password. An unknown address costs the same work and gets the same message as a wrong
 * password, so that the answer does not reveal which addresses have an account.
 * @returns the id of the user, and the hash that the password fits
 * @throws AppError NOT_SIGNED_IN
 */
export async function checkLogin(
  { database, passwords }: LoginDeps,
  { email, password }: { email: string; password: string },
): Promise<{ userId: number; hash: string }> {
  const account = await findByEmail(database, normalizeEmail(email));
  const hash = account?.password_hash ?? null;
  if (!(await passwords.verify(hash, password)) || !account || hash === null) {
    throw wrong();
  }
  const { user_id: userId } = account;
  if (!passwords.isOutdated(hash)) return { userId, hash };
  const renewed = await passwords.hash(password);
  const isRenewed = await setPasswordHash(database, { userId, hash: renewed, instead: hash });
  // Another login with the same password may have been faster.
  return isRenewed
    ? { userId, hash: renewed }
    : checkLogin({ database, passwords }, { email, password });
}

/** @throws AppError NOT_SIGNED_IN if the password of the account was changed after it was checked */
export async function requirePassword(
  transaction: Database,
  { userId, hash }: { userId: number; hash: string },
): Promise<void> {
  if ((await findAccount(transaction, userId))?.password_hash !== hash) throw wrong();
}

const wrong = () => new Refusal('NOT_SIGNED_IN', 'login_wrong');
