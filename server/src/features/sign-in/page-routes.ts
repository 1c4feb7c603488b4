import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
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
import { PROVIDER_NAMES } from './identity.ts';
import { offeredProviders } from './offered.ts';
import { namedText, setUpPages, withNext } from './page-setup.ts';
import { signUpWith } from './sign-in.ts';

const Next = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  declined: Type.Optional(Type.String({ maxLength: 10 })),
});

interface SignUpValues {
  name?: string | undefined;
  invite?: string | undefined;
  /** Absent: the form does not ask for an address, because the service tells it. */
  email?: string | undefined;
}

/** The pages of a login or a signup without a window of its own. They work without scripts. */
export const signInPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const pages = setUpPages(app, deps);
  const { errorHandler, send, submit, textFor, nextOf, away, whose } = pages;

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

  function signUpForm(text: Text, held: HeldTicket, values: SignUpValues = {}) {
    const hint = text('connect_name_hint');
    const invite: Field = {
      name: 'invite',
      type: 'text',
      label: text('invite'),
      value: values.invite,
    };
    return {
      fields: [
        tokenField(markOf(held)),
        ...(config.signup === 'invite' ? [invite] : []),
        { ...nameField(text, values.name), hint, isOptional: true },
        ...(values.email === undefined
          ? []
          : [{ ...emailField(text, values.email), isOptional: true }]),
        termsField(text),
      ],
      button: text('sign_up'),
    };
  }

  app.get(
    sitePath('connect_signup'),
    { errorHandler, schema: { hide: true, querystring: Next } },
    async (request, reply) => {
      const next = nextOf(request.query.redirect);
      const held = heldTicket(request, config);
      if (!held) return reply.redirect(away(request, request.query.redirect, 'signup'), 302);
      const text = namedText(textFor(request), held);
      return send(request, reply, {
        title: text('connect_signup_title'),
        text: text('connect_signup_text'),
        form: signUpForm(text, held),
        link: {
          href: withNext(OWN_SITE_ROUTES.connect_login, next, { declined: 'true' }),
          text: text('connect_decline'),
        },
      });
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
            email: email || undefined,
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
        form: () => signUpForm(text, held, { name, email, invite }),
      });
    },
  );
};
