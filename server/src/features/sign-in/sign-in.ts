import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  createSession,
  type Entered,
  lockAccount,
  readEmail,
  readName,
  requireSignupOpen,
  signUp,
} from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { settleConnection } from './grants.ts';
import type { Connection, Identity } from './identity.ts';
import { connectionColumns, facebookColumns, findConnected } from './repository.ts';

export { connectConfig } from './offered.ts';

type SignInDeps = Pick<FeatureDeps, 'config' | 'database'>;
type SignUpDeps = Pick<FeatureDeps, 'config' | 'database' | 'mail'>;

interface Browser {
  userAgent?: string | undefined;
}

/** The user who is connected with a profile. Null if nobody is. */
export const findConnectedUser = (
  database: Database,
  { provider, identity: { subject } }: Connection,
): Promise<number | null> => findConnected(database, { provider, subject });

/**
 * Signs in the user who is connected with a profile.
 * @throws AppError NOT_FOUND if nobody is
 */
export async function connect(
  deps: SignInDeps,
  connection: Connection,
  { userAgent }: Browser,
): Promise<Entered> {
  const userId = await findConnectedUser(deps.database, connection);
  if (userId === null) throw unknownProfile();
  const fresh = facebookColumns(connection.identity);
  return deps.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Meanwhile the connection or the account may have ended.
    if ((await findConnectedUser(transaction, connection)) !== userId) throw unknownProfile();
    if (Object.keys(fresh).length > 0) await changeUser(transaction, userId, fresh);
    await settleConnection(transaction, deps.config, { ...connection, userId });
    return { userId, login: await createSession(transaction, { userId, userAgent }) };
  });
}

const unknownProfile = () =>
  new AppError('NOT_FOUND', {
    messages: ['This profile cannot be matched to an account. Sign up with it first.'],
  });

/** What somebody says at his signup besides the tokens. */
export interface SignUpFields {
  terms?: boolean | undefined;
  name?: string | undefined;
  email?: string | undefined;
  invite?: string | undefined;
}

/**
 * Creates an account that a profile signs in to. An address that the provider has confirmed needs no mail. An address of
 * another account is refused: who owns a profile need not own the account.
 * @throws AppError INVALID_REQUEST, FORBIDDEN if the host takes no new accounts, CONFLICT if the profile has an account
 */
export async function signUpWith(
  deps: SignUpDeps,
  connection: Connection,
  { fields, language, userAgent }: Browser & { fields: SignUpFields; language: Language },
): Promise<Entered> {
  requireSignupOpen(deps, fields);
  if (fields.terms !== true) {
    throw new AppError('INVALID_REQUEST', {
      messages: ['terms: you can sign up only if you accept the Terms of Service'],
    });
  }
  const account = {
    name: readName(fields.name ?? connection.identity.name ?? ''),
    ...addressOf(connection.identity, fields.email),
    ...connectionColumns(connection),
  };
  try {
    return await deps.database.transaction().execute(async (transaction) => {
      const { invite } = fields;
      const userId = await signUp(transaction, deps, { account, language, invite });
      await settleConnection(transaction, deps.config, { ...connection, userId });
      return { userId, login: await createSession(transaction, { userId, userAgent }) };
    });
  } catch (cause) {
    // A repeated signup usually fails because of its address, so the error does not tell.
    if ((await findConnectedUser(deps.database, connection)) === null) throw cause;
    const messages = ['This profile has an account already. Log in with it.'];
    throw new AppError('CONFLICT', { cause, messages });
  }
}

/** The address that the user has typed, or else the provider's. An empty text counts as none. */
function addressOf({ email, isEmailVerified }: Identity, typed: string | undefined) {
  const chosen = typed || email;
  if (chosen === null) return { email: null };
  const address = readEmail(chosen);
  const isProved = isEmailVerified && email !== null && address === readEmail(email);
  return { email: address, email_verified_at: isProved ? new Date() : null };
}
