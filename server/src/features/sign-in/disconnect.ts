import { AppError } from 'earshot/contract';
import { SIGN_IN_PROVIDERS, type SignInProvider } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { findAccount, lockAccount } from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { giveGrantsBack } from './grants.ts';
import { findConnections, withoutConnection } from './repository.ts';

/**
 * Ends a connection. A job gives back what the provider has granted.
 * @throws AppError CONFLICT if nothing else lets the user in
 */
export function disconnectAccount(
  { config, database, jobs }: Pick<FeatureDeps, 'config' | 'database' | 'jobs'>,
  { userId, provider }: { userId: number; provider: SignInProvider },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const account = await findAccount(transaction, userId);
    const connected = await findConnections(transaction, userId);
    const others = connected.filter((name) => name !== provider && config.signIn[name] !== null);
    // By a mail to a confirmed address its owner can set a password.
    const isIn = account?.password_hash != null || account?.email_verified_at != null;
    if (!isIn && others.length === 0) {
      throw new AppError('CONFLICT', {
        messages: [
          'Nothing else lets you in. Choose a password or confirm your e-mail address first.',
        ],
      });
    }
    await changeUser(transaction, userId, withoutConnection(provider));
    await giveGrantsBack({ jobs }, transaction, { userId, provider });
  });
}

/** Ends all connections of an account, in the transaction that gives the account to its owner. */
export async function disconnectAll(
  deps: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  userId: number,
): Promise<void> {
  for (const provider of SIGN_IN_PROVIDERS) {
    await changeUser(transaction, userId, withoutConnection(provider));
  }
  await giveGrantsBack(deps, transaction, { userId });
}
