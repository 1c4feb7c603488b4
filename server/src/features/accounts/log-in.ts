import type { FeatureDeps } from '../../feature.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { normalizeEmail } from './email-address.ts';
import { findByEmail, setPasswordHash } from './repository.ts';

type LoginDeps = Pick<FeatureDeps, 'database' | 'passwords'>;

/**
 * Checks an e-mail address and a password. An unknown address costs the same work and gets the same message as a
 * wrong
 * password, so that the answer does not reveal which addresses have an account.
 * @returns the id of the user
 * @throws AppError NOT_SIGNED_IN
 */
export async function checkLogin(
  { database, passwords }: LoginDeps,
  { email, password }: { email: string; password: string },
): Promise<number> {
  const account = await findByEmail(database, normalizeEmail(email));
  const hash = account?.password_hash ?? null;
  if (!(await passwords.verify(hash, password)) || !account || hash === null) {
    throw new Refusal('NOT_SIGNED_IN', 'login_wrong');
  }
  if (passwords.isOutdated(hash)) {
    const renewed = await passwords.hash(password);
    await setPasswordHash(database, { userId: account.user_id, hash: renewed, instead: hash });
  }
  return account.user_id;
}
