import { buildPath, type SignInProvider } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import { type AccountConnection, SIGN_IN_PAGES, SIGN_IN_PROVIDERS } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  confirmPassword,
  findAccount,
  lockAccount,
  requireUnchanged,
  sendConnection,
  sendSignInChange,
} from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { type Connection, nameOfProvider } from './identity.ts';
import { giveGrantsBack, settleConnection } from './provider-grants.ts';
import { connectionColumns, findConnections, isProfileTaken } from './repository.ts';
import { consumeTicket, deadTicket, issueTicket, readTicket } from './single-use-tickets.ts';

const MAIL_LASTS_MS = 3_600_000;

type LinkDeps = Pick<FeatureDeps, 'config' | 'database' | 'jobs' | 'mail' | 'passwords'>;

export interface NewConnection {
  userId: number;
  connection: Connection;
  /** The password of the account, if it has one. */
  password: string | undefined;
  language: Language;
}

/**
 * Lets a profile of a provider sign in to an account. The owner of an account without a password confirms it by mail,
 * so that a person at an unattended browser cannot take the account over.
 * @throws AppError INVALID_REQUEST for a missing or wrong password, CONFLICT if the profile signs in to another
 * account, or if the account has neither a password nor an address
 */
export async function connectAccount(
  deps: LinkDeps,
  { userId, connection, password: given, language }: NewConnection,
): Promise<'connected' | 'mailed'> {
  const missing = 'required_to_connect';
  const confirmed = await confirmPassword(deps, { userId, given, field: 'password', missing });
  if (confirmed.hash === null) {
    await askByMail(deps, { userId, connection, language });
    return 'mailed';
  }
  await deps.database
    .transaction()
    .execute(async (transaction) => {
      await lockAccount(transaction, userId);
      await requireUnchanged(transaction, confirmed);
      await save(transaction, deps, { userId, connection, language });
    })
    .catch((cause: unknown) => explainTaken(cause, connection));
  return 'connected';
}

/** @throws AppError CONFLICT */
async function askByMail(
  deps: LinkDeps,
  { userId, connection, language }: Omit<NewConnection, 'password'>,
): Promise<void> {
  const { provider, identity, tokens, ticket } = connection;
  await deps.database.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, userId);
    if (!account?.email || account.email_verified_at === null) {
      throw new Refusal('CONFLICT', 'choose_password');
    }
    if (ticket !== null) await consumeTicket(transaction, ticket);
    const lasting = { lastsMs: MAIL_LASTS_MS, userId };
    const proof = await issueTicket(transaction, { provider, identity, tokens }, lasting);
    const query = new URLSearchParams({ provider, token: proof });
    await sendConnection(transaction, deps, {
      to: account.email,
      language,
      path: `${buildPath(SIGN_IN_PAGES, 'connect_connected')}?${query}`,
      provider: nameOfProvider(provider, deps.config.signIn),
    });
  });
}

export interface ByMail {
  provider: SignInProvider;
  token: string;
  language: Language;
  /** Called in the transaction with the user of the link. */
  onUser(userId: number): void;
}

/**
 * Connects a profile by the link in a mail.
 * @throws AppError NOT_SIGNED_IN for a dead link, CONFLICT if the profile signs in to another account
 */
export async function connectByMail(
  deps: Omit<LinkDeps, 'passwords'>,
  { provider, token: ticket, language, onUser }: ByMail,
): Promise<void> {
  const found = await readTicket(deps.database, { provider, ticket });
  if (!found || found.userId === null) throw deadTicket();
  const { userId, identity, tokens } = found;
  const connection: Connection = { provider, identity, tokens, ticket };
  await deps.database
    .transaction()
    .execute(async (transaction) => {
      await lockAccount(transaction, userId);
      onUser(userId);
      await save(transaction, deps, { userId, connection, language });
    })
    .catch((cause: unknown) => explainTaken(cause, connection));
}

async function save(
  transaction: Database,
  deps: Pick<FeatureDeps, 'config' | 'jobs' | 'mail'>,
  { userId, connection, language }: Omit<NewConnection, 'password'>,
): Promise<void> {
  const { provider } = connection;
  // Grants of the previous profile, which this one replaces.
  await giveGrantsBack(deps, transaction, { userId, provider });
  await changeUser(transaction, userId, connectionColumns(connection));
  await settleConnection(transaction, deps.config, { ...connection, userId });
  const service = nameOfProvider(provider, deps.config.signIn);
  const change = { kind: 'connected', userId, language, provider: service } as const;
  await sendSignInChange(transaction, deps, change);
}

function explainTaken(cause: unknown, { provider }: Connection): never {
  if (!isProfileTaken(cause, provider)) throw cause;
  throw new Refusal('CONFLICT', 'profile_taken', { cause });
}

/** The services of this host, and those that already sign in to an account. */
export async function listConnections(
  database: Database,
  { userId, offered }: { userId: number; offered: readonly SignInProvider[] },
): Promise<AccountConnection[]> {
  const connected = await findConnections(database, userId);
  return SIGN_IN_PROVIDERS.filter(
    (provider) => offered.includes(provider) || connected.includes(provider),
  ).map((provider) => ({ provider, is_connected: connected.includes(provider) }));
}
