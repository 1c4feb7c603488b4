import { addressAfterLogin } from 'earshot-site/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { SERVED_PAGES } from '../../platform/http/paths.ts';
import { setUpPlainPages } from '../accounts/accounts.ts';
import type { HeldTicket } from './browser.ts';
import { identify } from './identify.ts';
import { offeredProviders } from './offered-providers.ts';
import { createProviders } from './providers.ts';
import { ticketFields } from './single-use-tickets.ts';

/** The setup shared by the pages of a sign-in. Their answers get security headers, and are not stored. */
export function setUpPages(app: FastifyInstance, deps: FeatureDeps) {
  const { config, database } = deps;
  const providers = createProviders(config.signIn);
  const pages = setUpPlainPages(app, config);
  app.setErrorHandler(pages.errorHandler);

  app.addHook('onRequest', forbidStoring);

  const nextOf = (redirect: string | undefined) => addressAfterLogin(redirect, config.siteUrl);

  /** Redirects visitors without a sign-in in progress: members continue, others get the login. */
  function away(request: FastifyRequest, redirect: string | undefined, page: 'login' | 'signup') {
    const next = nextOf(redirect);
    if (request.actor.userId !== null) return next;
    const isOffered = offeredProviders(config.signIn).length > 0;
    return withNext(SERVED_PAGES[isOffered ? 'connect_login' : page], next);
  }

  const whose = (held: HeldTicket) =>
    identify(
      { database, providers },
      { provider: held.provider, tokens: ticketFields(held.provider, held.ticket) },
    );

  return { ...pages, nextOf, away, whose };
}

/** An address of this site that redirects to another one. */
export const withNext = (path: string, redirect: string, more = {}) =>
  `${path}?${new URLSearchParams({ redirect, ...more })}`;
