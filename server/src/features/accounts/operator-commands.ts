import { AppError, SITE_ROUTES } from 'earshot/contract';
import { SIGN_IN_PAGES } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { changeUser, createUser, findUserId } from '../users/users.ts';
import { checkPassword } from './account-fields.ts';
import { normalizeEmail } from './email-address.ts';
import { dropLinks, issueLink } from './email-links.ts';
import { addProgramToken } from './program-tokens.ts';
import { findAccount, findByEmail } from './repository.ts';
import { deleteSessions } from './session-repository.ts';
import { endSetup } from './setup.ts';
import { type AccountFields, prepareAccount } from './sign-up.ts';

// Commands of the operator about accounts. The policy does not apply, because the operator runs the host.

type OperatorDeps = Pick<FeatureDeps, 'database' | 'passwords'>;

const HOUR_MS = 3_600_000;

/**
 * Creates an account whose address counts as confirmed, with a bearer token.
 * @throws AppError INVALID_REQUEST for a wrong field, or an address that is taken
 */
export async function createAccount(
  { database, passwords }: OperatorDeps,
  { isAdmin, ...fields }: AccountFields & { isAdmin: boolean },
): Promise<{ userId: number; token: string }> {
  const account = await prepareAccount(passwords, fields);
  return database.transaction().execute(async (transaction) => {
    const user = { ...account, is_admin: isAdmin, email_verified_at: new Date() };
    const userId = await createUser(transaction, user);
    if (isAdmin) await endSetup(transaction);
    const name = 'Made on the command line';
    const { secret } = await addProgramToken(transaction, { userId, name });
    return { userId, token: secret };
  });
}

/**
 * The id of an account by e-mail address, id or permalink.
 * @throws AppError USER_UNAVAILABLE
 */
export async function findNamedAccount(database: Database, name: string): Promise<number> {
  if (!name.includes('@')) return findUserId(database, name);
  const account = await findByEmail(database, normalizeEmail(name));
  if (account) return account.user_id;
  throw new AppError('USER_UNAVAILABLE', { messages: [`There is no account with "${name}".`] });
}

/** Sets how many bytes the files of a user may have together. Null for the limit of their plan, or of the host. */
export async function setQuota(database: Database, userId: number, quota_bytes: number | null) {
  await changeUser(database, userId, { quota_bytes });
}

/**
 * Sets a password and ends all sessions of the user.
 * @throws AppError INVALID_REQUEST for a bad password
 */
export async function setPassword(
  { database, passwords }: OperatorDeps,
  { userId, password }: { userId: number; password: string },
): Promise<void> {
  checkPassword(password);
  const password_hash = await passwords.hash(password);
  await database.transaction().execute(async (transaction) => {
    await changeUser(transaction, userId, { password_hash });
    await deleteSessions(transaction, { userId });
    await dropLinks(transaction, { purposes: ['reset'], userId });
  });
}

/**
 * A link that works once: one that signs a user in, for the operator who cannot sign in otherwise, or one that sets a new
 * password, for the operator to pass on.
 * @throws AppError INVALID_REQUEST for a user without an address, who cannot log in
 */
export async function makeLink(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  userId: number,
  purpose: 'sign_in' | 'reset',
): Promise<string> {
  const { email } = (await findAccount(database, userId)) ?? {};
  if (!email) {
    throw new AppError('INVALID_REQUEST', { messages: ['This user has no account to log in to.'] });
  }
  const lastsMs = purpose === 'sign_in' ? HOUR_MS / 4 : HOUR_MS;
  const secret = await issueLink(database, { purpose, userId, email, lastsMs });
  const path = purpose === 'sign_in' ? SIGN_IN_PAGES.login_link : SITE_ROUTES.login_reset;
  return `${config.siteUrl}${path}?token=${secret}`;
}
