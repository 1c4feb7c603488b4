import type { SignInProvider } from 'earshot/contract';
import { SIGN_IN_PROVIDERS } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findAccount, lockAccount } from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { giveGrantsBack } from './provider-grants.ts';
import { findConnections, withoutConnection } from './repository.ts';
import { dropTicketsOf } from './single-use-tickets.ts';

/**
 * Ends a connection. A job revokes the grants of the provider.
 * @throws AppError CONFLICT if the user has no other way to sign in
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
    // With a confirmed address, the owner can set a password by mail.
    const hasPassword = account?.password_hash != null || account?.email_verified_at != null;
    const { isOidcOnly, oidc } = config.signIn;
    if (others.length === 0 && isOidcOnly) {
      const values = { name: oidc?.name ?? '' };
      throw new Refusal('CONFLICT', [{ words: 'own_sign_in_only', values }]);
    }
    if (others.length === 0 && !hasPassword) throw new Refusal('CONFLICT', 'last_sign_in');
    await changeUser(transaction, userId, withoutConnection(provider));
    await giveGrantsBack({ jobs }, transaction, { userId, provider });
  });
}

/**
 * Ends all connections of an account, and the links in mails that would add one, in the transaction that gives the account
 * to its owner.
 */
export async function disconnectAll(
  deps: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  userId: number,
): Promise<void> {
  for (const provider of SIGN_IN_PROVIDERS) {
    await changeUser(transaction, userId, withoutConnection(provider));
  }
  await dropTicketsOf(transaction, userId);
  await giveGrantsBack(deps, transaction, { userId });
}
