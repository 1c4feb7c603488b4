import type { SignInProvider } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Connection, ProviderTokens } from './identity.ts';
import type { Providers } from './providers.ts';
import { deadTicket, readTicket, ticketIn } from './single-use-tickets.ts';

/**
 * Identifies the owner of tokens: a ticket of this host, or the provider's own tokens.
 * @throws AppError NOT_SIGNED_IN for a dead ticket, and the provider's refusal of its tokens
 */
export async function identify(
  { database, providers }: { database: Database; providers: Providers },
  { provider, tokens }: { provider: SignInProvider; tokens: ProviderTokens },
): Promise<Connection> {
  const ticket = ticketIn(tokens);
  if (ticket === null) {
    const identity = await providers[provider].identify(tokens);
    return { provider, identity, tokens: {}, ticket: null };
  }
  const found = await readTicket(database, { provider, ticket });
  if (!found) throw deadTicket();
  return { provider, identity: found.identity, tokens: found.tokens, ticket };
}
