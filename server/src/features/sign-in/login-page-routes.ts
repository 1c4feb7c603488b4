import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { holdTicket } from './browser.ts';
import { offeredProviders } from './offered-providers.ts';
import { setUpPages } from './page-setup.ts';

const Next = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  declined: Type.Optional(Type.String({ maxLength: 10 })),
});

/** The login page without a separate window. It works without scripts. */
export const loginPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { send, nextOf, away } = setUpPages(app, deps);

  app.get(sitePath('connect_login'), {
    schema: { hide: true, querystring: Next },
    async handler(request, reply) {
      const { redirect, declined } = request.query;
      const isMember = request.actor.userId !== null;
      if (isMember || offeredProviders(config.signIn).length === 0)
        return reply.redirect(away(request, redirect, 'login'), 302);
      const hasDeclined = declined !== undefined;
      if (hasDeclined) holdTicket(reply.code(400), config, null);
      return send(request, reply, {
        page: 'connect_login',
        redirect: nextOf(redirect),
        hasDeclined,
      });
    },
  });
};
