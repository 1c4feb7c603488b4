import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import {
  answerLogin,
  emailField,
  type Field,
  nameField,
  PageBody,
  type Text,
  termsField,
  tokenField,
} from '../accounts/accounts.ts';
import { type HeldTicket, heldTicket, holdTicket, isOfAnother, markOf } from './browser.ts';
import { namedText, setUpPages, withNext } from './page-setup.ts';
import { signUpWith } from './sign-in.ts';

const Next = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  invite: Type.Optional(Type.String({ maxLength: 200 })),
});

interface SignUpValues {
  name?: string | undefined;
  invite?: string | undefined;
  /** Absent: the form does not ask for an address, because the service tells it. */
  email?: string | undefined;
}

interface Visit {
  held: HeldTicket;
  next: string;
  invite: string | undefined;
}

/** The page of a signup without a window of its own. It works without scripts. */
export const signUpPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const pages = setUpPages(app, deps);
  const { errorHandler, send, submit, textFor, nextOf, away, whose } = pages;

  function pageFor(request: FastifyRequest, { held, next, invite }: Visit) {
    const text = namedText(textFor(request), held);
    const form = signUpForm(text, { config, held, values: { invite } });
    const login = { href: withNext(OWN_SITE_ROUTES.login, next), text: text('to_login') };
    const declined = withNext(OWN_SITE_ROUTES.connect_login, next, { declined: 'true' });
    const page = {
      title: text('connect_signup_title'),
      form,
      link: form ? { href: declined, text: text('connect_decline') } : login,
    };
    if (request.actor.userId === null)
      return { ...page, text: text(form ? 'connect_signup_text' : 'signup_closed') };
    return { ...page, text: text('connect_member_text'), choices: [toOwnAccount(text)] };
  }

  app.get(
    sitePath('connect_signup'),
    { errorHandler, schema: { hide: true, querystring: Next } },
    async (request, reply) => {
      const { redirect, invite } = request.query;
      const held = heldTicket(request, config);
      if (!held) return reply.redirect(away(request, redirect, 'signup'), 302);
      return send(request, reply, pageFor(request, { held, next: nextOf(redirect), invite }));
    },
  );

  app.post(
    sitePath('connect_signup'),
    {
      errorHandler,
      config: { limit: 'signup' },
      schema: { hide: true, querystring: Next, body: PageBody },
    },
    async (request, reply) => {
      const next = nextOf(request.query.redirect);
      const held = heldTicket(request, config);
      const back = () => reply.redirect(withNext(OWN_SITE_ROUTES.connect_login, next), 303);
      if (!held) return back();
      const { name, email = '', terms, invite, token } = request.body;
      if (isOfAnother(token, held)) return reply.redirect(request.url, 303);
      const text = namedText(textFor(request), held);
      return submit(request, reply, {
        title: 'connect_signup_title',
        dead: back,
        async work() {
          const fields = {
            name: name || undefined,
            email,
            invite,
            terms: terms === 'true',
          };
          const entered = await signUpWith(deps, await whose(held), {
            fields,
            language: languageOf(request),
            userAgent: request.headers['user-agent'],
          });
          await answerLogin(deps, { request, reply }, entered);
          holdTicket(reply, config, null);
          return reply.redirect(next, 303);
        },
        wordsOf: (message) => (message.startsWith('terms: ') ? text('connect_declined') : null),
        form: () => signUpForm(text, { config, held, values: { name, email, invite } }),
      });
    },
  );
};

const toOwnAccount = (text: Text) => ({
  href: OWN_SITE_ROUTES.connect_connected,
  text: text('connect_link_title'),
});

interface SignUpForm {
  config: Pick<Config, 'signup'>;
  held: HeldTicket;
  values?: SignUpValues;
}

/** Absent on a host that takes no new accounts. */
function signUpForm(text: Text, { config, held, values = {} }: SignUpForm) {
  if (config.signup === 'closed') return undefined;
  const { name, invite, email } = values;
  const hint = text('connect_name_hint');
  const inviteField: Field = { name: 'invite', type: 'text', label: text('invite'), value: invite };
  return {
    fields: [
      tokenField(markOf(held)),
      ...(config.signup === 'invite' ? [inviteField] : []),
      { ...nameField(text, name), hint, isOptional: true },
      ...(email === undefined ? [] : [{ ...emailField(text, email), isOptional: true }]),
      termsField(text),
    ],
    button: text('sign_up'),
  };
}
