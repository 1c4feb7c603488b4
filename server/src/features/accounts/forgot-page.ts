import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { accountKey } from './email-address.ts';
import { createPageKit, emailField, type Text } from './page-kit.ts';

/** Sends the link for a new password. The page has the address of `reset-page.ts`, and no link yet. */
export function createForgotPage(app: FastifyInstance, deps: FeatureDeps) {
  const { config, database, jobs } = deps;
  const { home, send, submit, textFor } = createPageKit(deps);

  const formAndLogin = (text: Text) => ({
    form: forgotForm(text),
    link: { href: config.siteUrl + OWN_SITE_ROUTES.login, text: text('to_login') },
  });

  function sendForm(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const text = textFor(request);
    return send(request, reply, {
      title: text('forgot_title'),
      text: text('forgot_text'),
      ...formAndLogin(text),
    });
  }

  /** The form under the words why a link is dead. */
  function sendAgain(request: FastifyRequest, reply: FastifyReply, why: string): FastifyReply {
    const text = textFor(request);
    return send(request, reply, {
      status: 404,
      title: text('link_dead'),
      text: `${why} ${text('reset_again')}`,
      ...formAndLogin(text),
    });
  }

  /** Says the same whether or not the address has an account. */
  function mailLink(request: FastifyRequest, reply: FastifyReply, email: string) {
    const language = languageOf(request);
    return submit(request, reply, {
      title: 'forgot_title',
      dead: () => sendForm(request, reply),
      async work(text) {
        await app.rateLimits.take('mail', { account: accountKey(email) });
        await jobs.add(database, 'answer_forgotten', { email, language });
        return send(request, reply, {
          title: text('forgot_done'),
          text: text('forgot_done_text'),
          link: home(text),
        });
      },
      form: (text) => forgotForm(text, email),
    });
  }

  return { sendForm, sendAgain, mailLink };
}

const forgotForm = (text: Text, email?: string) => ({
  fields: [emailField(text, email)],
  button: text('forgot_button'),
});
