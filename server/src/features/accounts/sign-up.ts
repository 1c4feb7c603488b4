import type { Language } from 'earshot/internal';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { createUser, type NewUser } from '../users/users.ts';
import { checkPassword, readName } from './account-fields.ts';
import { type MailDeps, sendVerification } from './account-mails.ts';
import { readEmail } from './email-address.ts';
import { redeemInvite } from './invites.ts';

/** Fields of a new account, checked and hashed. */
type PreparedAccount = Awaited<ReturnType<typeof prepareAccount>>;

/** An account that another service signs in to: without a password, and possibly without an address. */
export type ConnectedAccount = NewUser & { name: string; email: string | null };

export interface AccountFields {
  email: string;
  password: string;
  name: string;
}

/**
 * Checks the fields of a new account and hashes its password. It runs before the transaction, because a hash takes
 * longer than a connection should be held.
 * @throws AppError INVALID_REQUEST
 */
export async function prepareAccount(passwords: Passwords, fields: AccountFields) {
  const email = readEmail(fields.email);
  const name = readName(fields.name);
  checkPassword(fields.password);
  return { email, name, password_hash: await passwords.hash(fields.password) };
}

export interface SignUp {
  account: PreparedAccount | ConnectedAccount;
  language: Language;
  invite?: string | undefined;
}

/**
 * Creates an account, and asks its owner to confirm the address unless it is proven. Returns the id of the user.
 * @throws AppError INVALID_REQUEST for an address that is taken, or an invalid invite
 */
export async function signUp(
  transaction: Database,
  deps: MailDeps,
  { account, language, invite }: SignUp,
): Promise<number> {
  const userId = await createUser(transaction, account);
  if (invite !== undefined) await redeemInvite(transaction, { invite, userId });
  const { email } = account;
  const isProved = 'email_verified_at' in account && account.email_verified_at !== null;
  if (email !== null && !isProved)
    await sendVerification(transaction, deps, { userId, email, language });
  return userId;
}

/**
 * Refuses an unwanted signup before a password is hashed for it.
 * @throws AppError FORBIDDEN or INVALID_REQUEST
 */
export function requireSignupOpen(
  { config }: Pick<MailDeps, 'config'>,
  { invite }: { invite?: string | undefined },
): void {
  if (config.signup === 'closed') {
    throw new Refusal('FORBIDDEN', 'signup_closed');
  }
  if (config.signup === 'invite' && invite === undefined) {
    throw invalid('invite', 'invite_required');
  }
}
