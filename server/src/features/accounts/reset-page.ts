import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { stateOfLink } from './email-links.ts';
import { createForgotPage } from './forgot-page.ts';
import {
  createPageKit,
  LinkQuery,
  PageBody,
  passwordField,
  type Text,
  tokenField,
} from './page-kit.ts';
import { resetPassword } from './prove-email.ts';
import { WHY_DEAD } from './why-dead.ts';

/** Sets a new password by the link of a mail. Without a link it sends one. */
export const resetPage: Feature = async (app, deps) => {
  const { config, database } = deps;
  const { errorHandler, send, submit, textFor } = createPageKit(deps);
  const forgot = createForgotPage(app, deps);
  const path = sitePath('login_reset');

  /** Somebody who knew the old password may have connected a service, which stays. */
  function afterReset(text: Text) {
    const login = config.siteUrl + OWN_SITE_ROUTES.login;
    const hasServices = Object.values(config.signIn).some((service) => service !== null);
    if (!hasServices) return { link: { href: login, text: text('to_login') } };
    const query = new URLSearchParams({ redirect: OWN_SITE_ROUTES.settings });
    const link = { href: `${login}?${query}`, text: text('to_settings') };
    return { text: text('reset_services'), link };
  }

  /** Says why the link does not work, and sends another one. */
  async function sendDead(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const state = await stateOfLink(database, { purpose: 'reset', secret });
    return forgot.sendAgain(request, reply, textFor(request)(WHY_DEAD[state]));
  }

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token } = request.query;
      if (token === undefined) return forgot.sendForm(request, reply);
      const state = await stateOfLink(database, { purpose: 'reset', secret: token });
      if (state !== 'alive') return sendDead(request, reply, token);
      const text = textFor(request);
      return send(request, reply, { title: text('reset_title'), form: resetForm(text, token) });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'mail' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      const { token, email = '', password = '' } = request.body;
      if (token === undefined) return forgot.mailLink(request, reply, email);
      return submit(request, reply, {
        title: 'reset_title',
        dead: () => sendDead(request, reply, token),
        async work(text) {
          const language = languageOf(request);
          await resetPassword(deps, { secret: token, password, language });
          return send(request, reply, { title: text('reset_done'), ...afterReset(text) });
        },
        form: (text) => resetForm(text, token),
      });
    },
  );
};

const resetForm = (text: Text, token: string) => ({
  fields: [tokenField(token), passwordField(text)],
  button: text('reset_button'),
});
