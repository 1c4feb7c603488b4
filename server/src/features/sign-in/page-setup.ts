import { addressAfterLogin, OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { createPageKit, pagePolicy, type Text } from '../accounts/accounts.ts';
import type { HeldTicket } from './browser.ts';
import { identify } from './identify.ts';
import { PROVIDER_NAMES } from './identity.ts';
import { offeredProviders } from './offered.ts';
import { createProviders } from './providers.ts';
import { ticketFields } from './tickets.ts';

/** What the pages of a sign-in share. Their answers get the headers that protect them, and are not stored. */
export function setUpPages(app: FastifyInstance, deps: FeatureDeps) {
  const { config, database } = deps;
  const providers = createProviders(config.signIn);
  protectPages(app, {
    'Content-Security-Policy': writePolicy(pagePolicy(config.widgetUrl)),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
  });

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });

  const nextOf = (redirect: string | undefined) => addressAfterLogin(redirect, config.siteUrl);

  /** Where somebody goes who has nothing to do here: a member on, and a visitor to the login. */
  function away(request: FastifyRequest, redirect: string | undefined, page: 'login' | 'signup') {
    const next = nextOf(redirect);
    if (request.actor.userId !== null) return next;
    const isOffered = offeredProviders(config.signIn).length > 0;
    return withNext(OWN_SITE_ROUTES[isOffered ? 'connect_login' : page], next);
  }

  const whose = (held: HeldTicket) =>
    identify(
      { database, providers },
      { provider: held.provider, tokens: ticketFields(held.provider, held.ticket) },
    );

  return { ...createPageKit(deps), nextOf, away, whose };
}

/** An address of this site that leads on to another one. */
export const withNext = (path: string, redirect: string, more = {}) =>
  `${path}?${new URLSearchParams({ redirect, ...more })}`;

/** A text that names the service. */
export const namedText = (text: Text, held: HeldTicket): Text => {
  return (key) => text(key).replaceAll('{provider}', PROVIDER_NAMES[held.provider]);
};
