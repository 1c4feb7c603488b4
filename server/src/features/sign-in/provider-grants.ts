import type { SignInProvider } from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { FeatureDeps, OnAccountEnd } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { hostKey } from '../../platform/host-key.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Connection, ProviderGrant } from './identity.ts';
import { consumeTicket } from './single-use-tickets.ts';

type KeySettings = Pick<Config, 'dataDir' | 'hostKey'>;

/**
 * Consumes the ticket of a connection, and stores the provider's grants, encrypted with the key of this host.
 * @throws AppError NOT_SIGNED_IN if the ticket was used meanwhile
 */
export async function settleConnection(
  transaction: Database,
  config: KeySettings,
  { userId, provider, identity, tokens, ticket }: Connection & { userId: number },
): Promise<void> {
  if (ticket !== null) await consumeTicket(transaction, ticket);
  if (Object.keys(tokens).length === 0) return;
  const grant: ProviderGrant = { ...tokens, subject: identity.subject };
  const kept = seal(grant, await hostKey(config));
  await transaction
    .insertInto('provider_tokens')
    .values({ user_id: userId, provider, kept })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ kept }))
    .execute();
}

/**
 * Deletes the grants of providers, and adds the jobs that revoke them. Part of the transaction that ends a
 * connection.
 */
export async function giveGrantsBack(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  { userId, provider }: { userId: number; provider?: SignInProvider },
): Promise<void> {
  const rows = await transaction
    .deleteFrom('provider_tokens')
    .where('user_id', '=', userId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .returning(['provider', 'kept'])
    .execute();
  for (const row of rows) {
    const kept = row.kept.toString('base64');
    await jobs.add(transaction, 'give_grant_back', {
      provider: row.provider as SignInProvider,
      kept,
    });
  }
}

/** Part of the end of an account. */
export const giveAllGrantsBack: OnAccountEnd = ({ transaction, userId, deps }) =>
  giveGrantsBack(deps, transaction, { userId });

/** Decrypts a provider's grant. Null if it was encrypted with another key. */
export const openGrant = async (config: KeySettings, kept: Buffer): Promise<ProviderGrant | null> =>
  unseal<ProviderGrant>(kept, await hostKey(config));
