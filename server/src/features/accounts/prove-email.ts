import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { changeUser } from '../users/users.ts';
import { announceTakeover } from './account-events.ts';
import { checkPassword } from './account-fields.ts';
import { type MailDeps, sendReset, sendVerification, sendWarning } from './account-mails.ts';
import { normalizeEmail } from './email-address.ts';
import { dropAddressChanges, dropLinks, isLinkAlive, useLink } from './email-links.ts';
import { findAccount, findByEmail, lockAccount } from './repository.ts';
import { deleteSessions } from './session-repository.ts';
import { deleteTokens } from './token-repository.ts';

const deadLink = () =>
  new AppError('INVALID_REQUEST', {
    messages: ['token: does not work any more; it was used already, or is too old'],
  });

const isSame = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

/**
 * Confirms the address that the link was sent to. If it is a new one, it replaces the old one now.
 * @throws AppError INVALID_REQUEST for a dead link, or if another account has taken the address meanwhile
 */
export function verifyEmail({ database }: Pick<FeatureDeps, 'database'>, secret: string) {
  return database.transaction().execute(async (transaction) => {
    const link = await useLink(transaction, { purpose: 'verify', secret });
    if (!link?.user_id || !link.email) throw deadLink();
    const userId = link.user_id;
    await lockAccount(transaction, userId);
    const account = await findAccount(transaction, userId);
    if (!account) throw deadLink();
    const { email } = link;
    await changeUser(transaction, userId, { email, email_verified_at: new Date() });
    // Links to the old address no longer prove anything.
    if (!isSame(account.email, email))
      await dropLinks(transaction, { purposes: ['reset'], userId });
    await dropLinks(transaction, { purposes: ['verify'], userId });
  });
}

/** Sends the confirmation again, to an address that waits for it. */
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

/** Sends the link for a new password if the address has an account. Runs in a job: its time tells nobody anything. */
export async function answerForgotten(
  database: Database,
  deps: MailDeps,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const account = await findByEmail(database, normalizeEmail(email));
  if (!account?.email) return;
  const receiver = { userId: account.user_id, email: account.email, language };
  await sendReset(database, deps, receiver);
}

type ResetDeps = Pick<FeatureDeps, 'database' | 'jobs' | 'passwords'> & MailDeps;

export interface Reset {
  secret: string;
  password: string;
  language: Language;
}

/**
 * Sets a new password by the link of a mail, and ends all sessions of the user.
 * @throws AppError INVALID_REQUEST for a dead link or a bad password. A bad password leaves the link alive.
 */
export async function resetPassword(
  { database, passwords, ...deps }: ResetDeps,
  { secret, password, language }: Reset,
): Promise<void> {
  checkPassword(password);
  if (!(await isLinkAlive(database, { purpose: 'reset', secret }))) throw deadLink();
  const password_hash = await passwords.hash(password);
  await database.transaction().execute(async (transaction) => {
    const link = await useLink(transaction, { purpose: 'reset', secret });
    if (!link?.user_id) throw deadLink();
    const userId = link.user_id;
    await lockAccount(transaction, userId);
    const account = await findAccount(transaction, userId);
    if (!account?.email || !isSame(account.email, link.email)) throw deadLink();
    // The link came by mail, so the address is proven. Whoever signed up with it before may have been a stranger: his
    // tokens and his connections with other services end as well.
    if (account.email_verified_at === null) {
      await deleteTokens(transaction, userId);
      await announceTakeover(deps, transaction, userId);
    }
    const verified = account.email_verified_at ?? new Date();
    await changeUser(transaction, userId, { password_hash, email_verified_at: verified });
    await deleteSessions(transaction, { userId });
    await dropLinks(transaction, { purposes: ['reset'], userId });
    await dropAddressChanges(transaction, { userId, present: account.email });
    const warning = { kind: 'password_changed', email: account.email, language } as const;
    await sendWarning(transaction, deps, warning);
  });
}
