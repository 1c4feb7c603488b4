import type { SignInProvider } from 'earshot/internal';
import type { Database } from '../../platform/database/database.ts';
import type { Connection, ProviderTokens } from './identity.ts';
import type { Providers } from './providers.ts';
import { deadTicket, readTicket, ticketIn } from './tickets.ts';

/**
 * Whose tokens these are: a ticket of this host, or tokens of the provider's own.
 * @throws AppError NOT_SIGNED_IN for a dead ticket, and what the provider says to its tokens
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
