import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { holdTicket } from './browser.ts';
import { PROVIDER_NAMES } from './identity.ts';
import { offeredProviders } from './offered.ts';
import { setUpPages, withNext } from './page-setup.ts';

const Next = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  declined: Type.Optional(Type.String({ maxLength: 10 })),
});

/** The page of a login without a window of its own. It works without scripts. */
export const loginPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { errorHandler, send, textFor, nextOf, away } = setUpPages(app, deps);

  function sendLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    { next, error }: { next: string; error?: string },
  ) {
    const text = textFor(request);
    return send(request, reply, {
      ...(error === undefined ? {} : { status: 400, error }),
      title: text('connect_login_title'),
      choices: offeredProviders(config.signIn).map((provider) => ({
        href: withNext(OWN_SITE_ROUTES.connect, next, { provider }),
        text: text('connect_with').replace('{provider}', PROVIDER_NAMES[provider]),
      })),
      link: { href: withNext(OWN_SITE_ROUTES.login, next), text: text('to_login') },
    });
  }

  app.get(
    sitePath('connect_login'),
    { errorHandler, schema: { hide: true, querystring: Next } },
    async (request, reply) => {
      const { redirect, declined } = request.query;
      const next = nextOf(redirect);
      const isNobody = request.actor.userId === null;
      if (!isNobody || offeredProviders(config.signIn).length === 0)
        return reply.redirect(away(request, redirect, 'login'), 302);
      if (declined === undefined) return sendLogin(request, reply, { next });
      holdTicket(reply, config, null);
      const error = textFor(request)('connect_declined');
      return sendLogin(request, reply, { next, error });
    },
  );
};
