import type { Language } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import {
  createSession,
  type Entered,
  lockAccount,
  normalizeEmail,
  readEmail,
  readName,
  requireSignupOpen,
  sendSignInChange,
  signUp,
} from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { type Connection, type Identity, nameOfProvider } from './identity.ts';
import { findByProvedAddress, followGroups, lockRoles } from './own-provider.ts';
import { settleConnection } from './provider-grants.ts';
import { connectionColumns, facebookColumns, findConnected } from './repository.ts';

export { connectConfig } from './offered-providers.ts';

type SignInDeps = Pick<FeatureDeps, 'config' | 'database' | 'mail'>;

interface Browser {
  userAgent?: string | undefined;
}

/** The user whom a profile signs in. Null without one. */
export async function findConnectedUser(database: Database, connection: Connection) {
  const { provider, identity } = connection;
  const connected = await findConnected(database, { provider, subject: identity.subject });
  return connected ?? findByProvedAddress(database, connection);
}

/** The part of a request that a sign-in needs. */
interface Entering {
  language: Language;
  /** The second step of an account that has one. */
  pass(userId: number): Promise<void>;
}

/**
 * The own provider of a host asks for further factors itself. A person whom only an address has led to an account passes
 * the second step once, before they are connected with it.
 */
async function isTrusted(database: Database, { provider, identity }: Connection): Promise<boolean> {
  if (provider !== 'oidc') return false;
  return (await findConnected(database, { provider, subject: identity.subject })) !== null;
}

/**
 * Signs in the user who is connected with a profile.
 * @throws AppError NOT_FOUND without such a user
 */
export async function connect(
  deps: SignInDeps,
  connection: Connection,
  { userAgent, language, pass }: Browser & Entering,
): Promise<Entered> {
  const userId = await findConnectedUser(deps.database, connection);
  if (userId === null) throw unknownProfile();
  if (!(await isTrusted(deps.database, connection))) await pass(userId);
  return deps.database.transaction().execute(async (transaction) => {
    await lockRoles(transaction, connection.identity);
    await lockAccount(transaction, userId);
    // The connection or the account may have ended meanwhile.
    if ((await findConnectedUser(transaction, connection)) !== userId) throw unknownProfile();
    await refreshConnection(transaction, deps, { userId, connection, language });
    await settleConnection(transaction, deps.config, { ...connection, userId });
    return { userId, login: await createSession(transaction, { userId, userAgent }) };
  });
}

/** Stores facts that can change with each sign-in. A profile that an address has led here stays connected. */
async function refreshConnection(
  transaction: Database,
  deps: SignInDeps,
  { userId, connection, language }: { userId: number; connection: Connection; language: Language },
): Promise<void> {
  const { provider, identity } = connection;
  const connected = await findConnected(transaction, { provider, subject: identity.subject });
  const fresh =
    connected === null ? connectionColumns(connection) : facebookColumns(connection.identity);
  if (Object.keys(fresh).length > 0) await changeUser(transaction, userId, fresh);
  await followGroups(transaction, { userId, identity });
  if (connected !== null) return;
  const service = nameOfProvider(provider, deps.config.signIn);
  const change = { kind: 'connected', userId, language, provider: service } as const;
  await sendSignInChange(transaction, deps, change);
}

const unknownProfile = () => new Refusal('NOT_FOUND', 'profile_unmatched');

/** The fields of a signup besides the tokens. */
export interface SignUpFields {
  terms?: boolean | undefined;
  name?: string | undefined;
  email?: string | undefined;
  invite?: string | undefined;
}

/**
 * Creates an account that a profile signs in to. An address that the provider has confirmed needs no mail. An address
 * of another account is refused, because the owner of a profile need not own the account.
 * @throws AppError INVALID_REQUEST, FORBIDDEN if the host takes no new accounts, CONFLICT if the profile has an
 * account
 */
export async function signUpWith(
  deps: SignInDeps,
  connection: Connection,
  { fields, language, userAgent }: Browser & { fields: SignUpFields; language: Language },
): Promise<Entered> {
  requireSignupOpen(deps, fields);
  if (fields.terms !== true) throw invalid('terms', 'terms');
  const account = {
    name: readName(fields.name ?? connection.identity.name ?? ''),
    ...addressOf(connection.identity, fields.email),
    ...connectionColumns(connection),
  };
  try {
    return await deps.database.transaction().execute(async (transaction) => {
      const { invite } = fields;
      await lockRoles(transaction, connection.identity);
      const userId = await signUp(transaction, deps, { account, language, invite });
      await settleConnection(transaction, deps.config, { ...connection, userId });
      await followGroups(transaction, { userId, identity: connection.identity });
      return { userId, login: await createSession(transaction, { userId, userAgent }) };
    });
  } catch (cause) {
    // A repeated signup usually fails because of its address, so the error does not reveal it.
    if ((await findConnectedUser(deps.database, connection)) === null) throw cause;
    throw new Refusal('CONFLICT', 'profile_has_account', { cause });
  }
}

/** The address that the user has typed, or else the provider's. An empty text counts as missing. */
function addressOf({ email, isEmailVerified }: Identity, typed: string | undefined) {
  const chosen = typed || email;
  if (chosen === null) return { email: null };
  const address = readEmail(chosen);
  // Some services confirm addresses that this host refuses, such as one with two dots in a row.
  const isProved = isEmailVerified && email !== null && address === normalizeEmail(email);
  return { email: address, email_verified_at: isProved ? new Date() : null };
}
