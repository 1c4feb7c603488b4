import type { SignInProvider } from 'earshot/contract';
import { SIGN_IN_PROVIDERS } from 'earshot-site/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { cookieName, keepCookie } from '../accounts/accounts.ts';

const LASTS_S = 600;

/** The cookies of a browser during a sign-in at another service. */
const BROWSER = 'connect-browser';
const TICKET = 'connect-ticket';

type Settings = Pick<Config, 'siteUrl'>;

/**
 * Distinguishes this browser from others. The tabs of one browser share the cookie, so no answer deletes it: another
 * tab may have begun meanwhile. It expires.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: Settings) {
  const value = browserOf(request, config) || newSecret();
  keepCookie(reply, config, { name: BROWSER, value, lastsS: LASTS_S });
  return value;
}

/** Empty for a browser without a sign-in in progress. */
export const browserOf = (request: FastifyRequest, config: Settings): string =>
  request.cookies[cookieName(BROWSER, config)] ?? '';

export interface HeldTicket {
  provider: SignInProvider;
  ticket: string;
}

/** Stores a ticket for the next page, or deletes it. */
export function holdTicket(reply: FastifyReply, config: Settings, held: HeldTicket | null): void {
  const value = held && `${held.provider}.${held.ticket}`;
  keepCookie(reply, config, { name: TICKET, value, lastsS: LASTS_S });
}

/** The ticket that this browser returned with. */
export function heldTicket(request: FastifyRequest, config: Settings): HeldTicket | null {
  const [name, ticket] = (request.cookies[cookieName(TICKET, config)] ?? '').split('.');
  const provider = SIGN_IN_PROVIDERS.find((known) => known === name);
  return provider && ticket ? { provider, ticket } : null;
}

/** Stands for a ticket in a form. */
export const markOf = ({ ticket }: HeldTicket): string => hashSecret(ticket).toString('base64url');

/** True if another tab has brought another profile since the form was sent. */
export const isOfAnother = (mark: string | undefined, held: HeldTicket): boolean =>
  mark !== undefined && mark !== markOf(held);
