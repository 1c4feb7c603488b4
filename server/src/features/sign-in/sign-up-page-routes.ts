import { SIGN_IN_PAGES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { answerLogin, PageBody } from '../accounts/accounts.ts';
import { heldTicket, holdTicket, isOfAnother, markOf } from './browser.ts';
import { setUpPages, withNext } from './page-setup.ts';
import { signUpWith } from './sign-in.ts';

const Next = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  invite: Type.Optional(Type.String({ maxLength: 200 })),
});

/** The signup page without a separate window. It works without scripts. */
export const signUpPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { send, submit, nextOf, away, whose } = setUpPages(app, deps);
  const path = sitePath('connect_signup');

  app.get(path, {
    schema: { hide: true, querystring: Next },
    async handler(request, reply) {
      const { redirect, invite = '' } = request.query;
      const held = heldTicket(request, config);
      if (!held) return reply.redirect(away(request, redirect, 'signup'), 302);
      return send(request, reply, {
        page: 'connect_signup',
        provider: held.provider,
        redirect: nextOf(redirect),
        token: markOf(held),
        isMember: request.actor.userId !== null,
        name: '',
        email: null,
        invite,
        messages: [],
      });
    },
  });

  app.post(path, {
    config: { limit: 'signup' },
    schema: { hide: true, querystring: Next, body: PageBody },
    async handler(request, reply) {
      const redirect = nextOf(request.query.redirect);
      const held = heldTicket(request, config);
      const back = () => reply.redirect(withNext(SIGN_IN_PAGES.connect_login, redirect), 303);
      if (!held) return back();
      const { name = '', email = '', terms, invite, token } = request.body;
      if (isOfAnother(token, held)) return reply.redirect(request.url, 303);
      return submit(request, reply, {
        async work() {
          const entered = await signUpWith(deps, await whose(held), {
            fields: { name: name || undefined, email, invite, terms: terms === 'true' },
            language: languageOf(request),
            userAgent: request.headers['user-agent'],
          });
          await answerLogin(deps, { request, reply }, entered);
          holdTicket(reply, config, null);
          return reply.redirect(redirect, 303);
        },
        dead: back,
        refused: (messages) => ({
          page: 'connect_signup',
          provider: held.provider,
          redirect,
          token: markOf(held),
          isMember: request.actor.userId !== null,
          name,
          email,
          invite: invite ?? '',
          messages,
        }),
      });
    },
  });
};
