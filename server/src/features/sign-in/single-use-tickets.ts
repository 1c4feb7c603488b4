import type { AppError, SignInProvider } from 'earshot/contract';
import type { ConnectTokens } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import type { Found, Identity, ProviderGrant, ProviderTokens } from './identity.ts';

const PREFIX = 'ticket_';
const LASTS_MS = 10 * 60_000;

/** The content of a ticket. */
export interface TicketContent extends Found {
  provider: SignInProvider;
}

/** JSON has no dates. */
interface Kept {
  identity: Omit<Identity, 'facebook'> & {
    facebook?: { permissions: string[]; expiresAt: string | null };
  };
  tokens: ProviderGrant;
}

/**
 * Makes a single-use ticket for a login or signup. `userId` is the account that its owner may connect without a
 * password.
 */
export async function issueTicket(
  database: Database,
  { provider, identity, tokens }: TicketContent,
  { lastsMs = LASTS_MS, userId = null }: { lastsMs?: number; userId?: number | null } = {},
): Promise<string> {
  const ticket = PREFIX + newSecret();
  await dropOld(database);
  await database
    .insertInto('sign_in_tickets')
    .values({
      ticket_hash: hashSecret(ticket),
      provider,
      user_id: userId,
      kept: seal({ identity, tokens }, ticket),
      expires_at: new Date(Date.now() + lastsMs),
    })
    .execute();
  return ticket;
}

const dropOld = (database: Database) =>
  database.deleteFrom('sign_in_tickets').where('expires_at', '<', sql<Date>`now()`).execute();

/** The fields that carry a ticket: X has always had two. */
export function ticketFields(provider: SignInProvider, ticket: string): ConnectTokens {
  if (provider !== 'twitter') return { access_token: ticket };
  const half = ticket.length / 2;
  return { token: ticket.slice(0, half), token_secret: ticket.slice(half) };
}

/** The ticket in the fields. Null if they hold tokens of a provider. */
export function ticketIn({ access_token, token, token_secret }: ProviderTokens): string | null {
  const text = access_token || `${token ?? ''}${token_secret ?? ''}`;
  return text.startsWith(PREFIX) ? text : null;
}

export type UsableTicket = TicketContent & { ticket: string; userId: number | null };

/** Reads the content of a ticket. Null if it is unknown, used, expired or of another provider. */
export async function readTicket(
  database: Database,
  { provider, ticket }: { provider: SignInProvider; ticket: string },
): Promise<UsableTicket | null> {
  const row = await database
    .selectFrom('sign_in_tickets')
    .select(['kept', 'user_id'])
    .where('ticket_hash', '=', hashSecret(ticket))
    .where('provider', '=', provider)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const kept = row ? unseal<Kept>(row.kept, ticket) : null;
  if (!row || !kept) return null;
  const { facebook, ...identity } = kept.identity;
  const expiresAt = facebook?.expiresAt ? new Date(facebook.expiresAt) : null;
  return {
    provider,
    ticket,
    userId: row.user_id,
    tokens: kept.tokens,
    identity: { ...identity, ...(facebook && { facebook: { ...facebook, expiresAt } }) },
  };
}

/**
 * Consumes a ticket, in the transaction of its purpose.
 * @throws AppError NOT_SIGNED_IN if it was used meanwhile
 */
export async function consumeTicket(transaction: Database, ticket: string): Promise<void> {
  const used = await transaction
    .deleteFrom('sign_in_tickets')
    .where('ticket_hash', '=', hashSecret(ticket))
    .returning('provider')
    .executeTakeFirst();
  if (!used) throw deadTicket();
}

/** Ends the tickets in mails to a user. */
export async function dropTicketsOf(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
}

export const deadTicket = (): AppError => new Refusal('NOT_SIGNED_IN', 'sign_in_used');
