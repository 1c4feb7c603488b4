import { AppError } from 'earshot/contract';
import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { ownPasswordField, PageBody, type Text, tokenField } from '../accounts/accounts.ts';
import { type HeldTicket, heldTicket, holdTicket, isOfAnother, markOf } from './browser.ts';
import { connectAccount, connectByMail } from './connections.ts';
import { namedText, setUpPages, withNext } from './page-setup.ts';
import { ProviderParams } from './schema.ts';

const MailQuery = Type.Object({
  provider: Type.Optional(ProviderParams.properties.provider),
  token: Type.Optional(Type.String({ maxLength: 200 })),
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
});

/** The page on which a member connects a service, without a window of its own or by the link of a mail. It works without scripts. */
export const linkPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { errorHandler, send, submit, textFor, away, whose } = setUpPages(app, deps);

  app.get(
    sitePath('connect_connected'),
    { errorHandler, schema: { hide: true, querystring: MailQuery } },
    async (request, reply) => {
      const { provider, token, redirect = OWN_SITE_ROUTES.settings } = request.query;
      const isMail = provider !== undefined && token !== undefined;
      const held = isMail ? { provider, ticket: token } : heldTicket(request, config);
      if (!held) return reply.redirect(away(request, redirect, 'login'), 302);
      if (!isMail && request.actor.userId === null) {
        const { login, connect_connected } = OWN_SITE_ROUTES;
        return reply.redirect(withNext(login, connect_connected), 302);
      }
      const text = namedText(textFor(request), held);
      return send(request, reply, {
        title: text('connect_link_title'),
        text: text(isMail ? 'connect_confirm_text' : 'connect_link_text'),
        form: linkForm(text, isMail ? null : held),
      });
    },
  );

  app.post(
    sitePath('connect_connected'),
    {
      errorHandler,
      config: { limit: 'login' },
      schema: { hide: true, querystring: MailQuery, body: PageBody },
    },
    async (request, reply) => {
      const { provider, token } = request.query;
      const isMail = provider !== undefined && token !== undefined;
      const held = isMail ? { provider, ticket: token } : heldTicket(request, config);
      if (!held) return reply.redirect(OWN_SITE_ROUTES.settings, 303);
      if (!isMail && isOfAnother(request.body.token, held)) return reply.redirect(request.url, 303);
      const text = namedText(textFor(request), held);
      const language = languageOf(request);
      const settings = {
        href: config.siteUrl + OWN_SITE_ROUTES.settings,
        text: text('to_settings'),
      };
      return submit(request, reply, {
        title: 'connect_login_title',
        dead: () => send(request, reply, { status: 404, title: text('link_dead'), link: settings }),
        async work() {
          if (isMail) await connectByMail(deps, { provider, token, language });
          const { password } = request.body;
          const isMailed = !isMail && (await linkHeld(request, held, password)) === 'mailed';
          holdTicket(reply, config, null);
          return send(request, reply, {
            title: text(isMailed ? 'forgot_done' : 'connect_done'),
            ...(isMailed && { text: text('connect_mailed_text') }),
            link: settings,
          });
        },
        wordsOf: (message) => message,
        form: () => linkForm(text, isMail ? null : held),
      });
    },
  );

  async function linkHeld(
    request: FastifyRequest,
    held: HeldTicket,
    password: string | undefined,
  ): Promise<'connected' | 'mailed'> {
    if (request.actor.userId === null) throw new AppError('NOT_SIGNED_IN');
    const userId = memberId(request);
    await app.rateLimits.take('login', { account: `user ${userId}` });
    const connection = await whose(held);
    const language = languageOf(request);
    return connectAccount(deps, { userId, connection, password: password || undefined, language });
  }
};

/** The form for a ticket that the browser holds. The link of a mail needs the button alone. */
const linkForm = (text: Text, held: HeldTicket | null) => ({
  fields: held ? [tokenField(markOf(held)), { ...ownPasswordField(text), isOptional: true }] : [],
  button: text('connect_button'),
});
