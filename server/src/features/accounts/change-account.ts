import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { Static } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { changeUser, type UserChange } from '../users/users.ts';
import {
  checkPassword,
  readBirthday,
  readDescription,
  readGender,
  readName,
} from './account-fields.ts';
import { type MailDeps, sendVerification, sendWarning } from './account-mails.ts';
import { confirmPassword, requireUnchanged } from './confirm-password.ts';
import { readEmail } from './email-address.ts';
import { dropAddressChanges, dropLinks } from './email-links.ts';
import { findAccount, findByEmail, lockAccount } from './repository.ts';
import type { AccountBody } from './schema.ts';
import { deleteSessions } from './session-repository.ts';

/** Missing fields do not change. */
export type AccountChange = Static<typeof AccountBody>;

/** Only the account's own user may see these, so administrators may not set them either. */
const OWN_FIELDS = ['gender', 'birthday', 'email', 'password', 'weekly_mail'] as const;

/** The field that proves the identity of the user. */
const CURRENT = { field: 'current_password', missing: 'required_to_change' } as const;

type ChangeDeps = Pick<FeatureDeps, 'database' | 'passwords'> & MailDeps;

export interface ChangeRequest {
  userId: number;
  actor: Actor;
  change: AccountChange;
  language: Language;
}

/**
 * Changes an account. A new address must be confirmed first, and a new password ends all other sessions.
 * @throws AppError INVALID_REQUEST or FORBIDDEN, with nothing changed
 */
export async function changeAccount(deps: ChangeDeps, request: ChangeRequest): Promise<void> {
  const { userId, actor, change } = request;
  const profile = readProfile(request);
  if (actor.userId !== userId) refuseOwnFields(change);
  const email = change.email === undefined ? undefined : readEmail(change.email);
  if (change.password !== undefined) checkPassword(change.password);
  const isSecret = email !== undefined || change.password !== undefined;
  const given = change.current_password;
  const checked = isSecret ? await confirmPassword(deps, { userId, given, ...CURRENT }) : null;
  const password_hash =
    change.password === undefined ? undefined : await deps.passwords.hash(change.password);
  await deps.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await changeUser(transaction, userId, profile);
    if (checked) await requireUnchanged(transaction, checked);
    if (checked?.hash === null) await requireNobodyToAsk(transaction, request);
    // A new password cancels earlier changes of the address, so a change in the same request follows it.
    if (password_hash) await savePassword(transaction, deps, { ...request, password_hash });
    if (email !== undefined) await askForEmail(transaction, deps, { ...request, email });
  });
}

/** @throws AppError INVALID_REQUEST */
function readProfile({ change, language }: ChangeRequest): UserChange {
  const { name, description, gender, birthday, weekly_mail: weekly } = change;
  return {
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(description === undefined ? {} : { description: readDescription(description) }),
    ...(gender === undefined ? {} : { gender: readGender(gender) }),
    ...(birthday === undefined ? {} : { birthday: readBirthday(birthday) }),
    ...(weekly === undefined ? {} : { weekly_mail_language: weekly ? language : null }),
  };
}

function refuseOwnFields(change: AccountChange): void {
  const refused = OWN_FIELDS.filter((field) => change[field] !== undefined);
  if (refused.length === 0) return;
  throw new AppError('FORBIDDEN', {
    messages: refused.map((field) => `${field}: only this user may change it`),
  });
}

/**
 * A person who finds an account without a password signed in must not take it over. Its owner sets a password by the
 * link in a mail. Without a confirmed address, no owner can be asked.
 * @throws AppError INVALID_REQUEST
 */
async function requireNobodyToAsk(transaction: Database, { userId, change }: ChangeRequest) {
  const account = await findAccount(transaction, userId);
  if (change.password === undefined && !account?.email_verified_at) return;
  throw invalid(CURRENT.field, 'no_password');
}

async function askForEmail(
  transaction: Database,
  deps: MailDeps,
  { userId, email, language }: ChangeRequest & { email: string },
): Promise<void> {
  const holder = await findByEmail(transaction, email);
  if (holder && holder.user_id !== userId) {
    throw invalid('email', 'used_by_account');
  }
  const account = await findAccount(transaction, userId);
  // Earlier unconfirmed addresses are dropped.
  await dropLinks(transaction, { purposes: ['verify'], userId });
  if (account?.email === email && account.email_verified_at !== null) return;
  await sendVerification(transaction, deps, { userId, email, language });
  if (account?.email && account.email !== email) {
    await sendWarning(transaction, deps, { kind: 'change', email: account.email, language });
  }
}

async function savePassword(
  transaction: Database,
  deps: MailDeps,
  { userId, actor, language, password_hash }: ChangeRequest & { password_hash: string },
): Promise<void> {
  await changeUser(transaction, userId, { password_hash });
  await deleteSessions(transaction, { userId, except: actor.sessionId ?? null });
  await dropLinks(transaction, { purposes: ['reset'], userId });
  const account = await findAccount(transaction, userId);
  await dropAddressChanges(transaction, { userId, present: account?.email ?? null });
  if (account?.email) {
    const warning = { kind: 'password_changed', email: account.email, language } as const;
    await sendWarning(transaction, deps, warning);
  }
}
