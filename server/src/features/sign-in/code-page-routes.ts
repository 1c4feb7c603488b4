import { SIGN_IN_PAGES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { answerLogin, PageBody, passSecondStep } from '../accounts/accounts.ts';
import { heldTicket, holdTicket } from './browser.ts';
import { setUpPages, withNext } from './page-setup.ts';
import { connect } from './sign-in.ts';

const Next = Type.Object({ redirect: Type.Optional(Type.String({ maxLength: 2_000 })) });

/** The second step of a sign-in with another service, without a separate window. It works without scripts. */
export const codePageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { send, submit, nextOf, away, whose } = setUpPages(app, deps);
  const path = sitePath('connect_code');

  const pageOf = (redirect: string, messages: readonly string[] = []) => {
    const action = withNext(SIGN_IN_PAGES.connect_code, redirect);
    return { page: 'login_code', action, redirect, messages } as const;
  };

  app.get(path, {
    schema: { hide: true, querystring: Next },
    async handler(request, reply) {
      const { redirect } = request.query;
      if (!heldTicket(request, config))
        return reply.redirect(away(request, redirect, 'login'), 302);
      return send(request, reply, pageOf(nextOf(redirect)));
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, querystring: Next, body: PageBody },
    async handler(request, reply) {
      const redirect = nextOf(request.query.redirect);
      const held = heldTicket(request, config);
      const back = () => reply.redirect(withNext(SIGN_IN_PAGES.connect_login, redirect), 303);
      if (!held) return back();
      const { code } = request.body;
      return submit(request, reply, {
        async work() {
          const entered = await connect(deps, await whose(held), {
            userAgent: request.headers['user-agent'],
            language: languageOf(request),
            pass: (userId) => passSecondStep(app, deps, { request, userId, code }),
          });
          await answerLogin(deps, { request, reply }, entered);
          holdTicket(reply, config, null);
          return reply.redirect(redirect, 303);
        },
        dead: back,
        refused: (messages) => pageOf(redirect, messages),
      });
    },
  });
};
