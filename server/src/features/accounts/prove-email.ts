import type { Language } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { endSecondFactor } from '../second-factor/second-factor.ts';
import { changeUser } from '../users/users.ts';
import { endAccess } from './account-events.ts';
import { checkPassword } from './account-fields.ts';
import { type MailDeps, sendReset, sendVerification, sendWarning } from './account-mails.ts';
import { normalizeEmail } from './email-address.ts';
import {
  dropAddressChanges,
  dropLinks,
  findLink,
  isLinkAlive,
  type LinkUse,
  useLink,
} from './email-links.ts';
import { findAccount, findByEmail, lockAccount } from './repository.ts';
import { deleteSessions } from './session-repository.ts';

/** Called in the transaction with the user of the link. */
export type OnUser = (userId: number) => void;

/** Names the user of an act whose request is not signed in. */
export const actFor =
  (request: FastifyRequest): OnUser =>
  (userId) => {
    request.actsFor = userId;
  };

const deadLink = () => invalid('token', 'link_dead');

const isSame = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

/**
 * Locks the account of a link, and then uses the link up. All other changes lock the account first as well: two
 * transactions that lock the same rows in different orders end in a deadlock.
 */
export const lockAndUse = async (transaction: Database, use: LinkUse) => {
  const found = await findLink(transaction, use);
  if (!found?.user_id) throw deadLink();
  await lockAccount(transaction, found.user_id);
  if (!(await useLink(transaction, use))) throw deadLink();
  return { userId: found.user_id, email: found.email };
};

/**
 * Confirms the address of a link. A new address now replaces the old one.
 * @throws AppError INVALID_REQUEST for a dead link, or if another account has taken the address meanwhile
 */
export function verifyEmail(
  { database }: Pick<FeatureDeps, 'database'>,
  { secret, onUser }: { secret: string; onUser?: OnUser },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const { userId, email } = await lockAndUse(transaction, { purpose: 'verify', secret });
    onUser?.(userId);
    const account = await findAccount(transaction, userId);
    if (!account || !email) throw deadLink();
    await changeUser(transaction, userId, { email, email_verified_at: new Date() });
    // Links to the old address no longer prove anything.
    if (!isSame(account.email, email))
      await dropLinks(transaction, { purposes: ['reset'], userId });
    await dropLinks(transaction, { purposes: ['verify'], userId });
  });
}

/** Sends the confirmation again, to an unconfirmed address. */
export async function resendVerification(
  { database, ...deps }: Pick<FeatureDeps, 'database'> & MailDeps,
  { userId, pending, language }: { userId: number; pending: string | null; language: Language },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const account = await findAccount(transaction, userId);
    const isVerified = account !== undefined && account.email_verified_at !== null;
    const email = pending ?? (isVerified ? null : account?.email);
    if (email) await sendVerification(transaction, deps, { userId, email, language });
  });
}

/**
 * Sends the link for a new password if the address has an account. Runs in a job, so that the response time does not
 * reveal whether the address exists.
 */
export async function answerForgotten(
  database: Database,
  deps: MailDeps,
  { email, language, isTakenOver }: Forgotten,
): Promise<void> {
  const account = await findByEmail(database, normalizeEmail(email));
  if (!account?.email) return;
  const receiver = { userId: account.user_id, email: account.email, language };
  await sendReset(database, deps, { ...receiver, isTakenOver });
}

export interface Forgotten {
  email: string;
  language: Language;
  /** Another person may use the account: the link ends every other access by default. */
  isTakenOver?: boolean | undefined;
}

type ResetDeps = Pick<FeatureDeps, 'database' | 'jobs' | 'passwords'> & MailDeps;

export interface Reset {
  secret: string;
  password: string;
  language: Language;
  /** Ends tokens of programs and connections with other services as well. */
  endsAccess?: boolean | undefined;
  onUser?: OnUser;
}

/**
 * Sets a new password by the link in a mail, and ends all sessions of the user. Returns the id of the user.
 * @throws AppError INVALID_REQUEST for a dead link or a bad password. After a bad password the link still works.
 */
export async function resetPassword(
  { database, passwords, ...deps }: ResetDeps,
  { secret, password, language, endsAccess = false, onUser }: Reset,
): Promise<number> {
  checkPassword(password);
  if (!(await isLinkAlive(database, { purpose: 'reset', secret }))) throw deadLink();
  const password_hash = await passwords.hash(password);
  return database.transaction().execute(async (transaction) => {
    const { userId, email } = await lockAndUse(transaction, { purpose: 'reset', secret });
    onUser?.(userId);
    const account = await findAccount(transaction, userId);
    if (!account?.email || !isSame(account.email, email)) throw deadLink();
    // The link came by mail, so the address is proven. The earlier signup with it may have been by a stranger: that
    // person's tokens and connections with other services end as well.
    if (account.email_verified_at === null || endsAccess) {
      await endAccess(deps, transaction, userId);
    }
    // Only then: otherwise a person who reads the mails would need no second factor.
    if (account.email_verified_at === null) await endSecondFactor(transaction, userId);
    const verified = account.email_verified_at ?? new Date();
    await changeUser(transaction, userId, { password_hash, email_verified_at: verified });
    await deleteSessions(transaction, { userId });
    await dropLinks(transaction, { purposes: ['reset'], userId });
    await dropAddressChanges(transaction, { userId, present: account.email });
    const warning = { kind: 'password_changed', email: account.email, language } as const;
    await sendWarning(transaction, deps, warning);
    return userId;
  });
}
