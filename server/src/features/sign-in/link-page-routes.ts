import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { SERVED_PAGES, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { actFor, PageBody } from '../accounts/accounts.ts';
import { type HeldTicket, heldTicket, holdTicket, isOfAnother, markOf } from './browser.ts';
import { connectAccount, connectByMail } from './connections.ts';
import { setUpPages, withNext } from './page-setup.ts';
import { ProviderParams } from './schema.ts';
import { readTicket } from './single-use-tickets.ts';

const MailQuery = Type.Object({
  provider: Type.Optional(ProviderParams.properties.provider),
  token: Type.Optional(Type.String({ maxLength: 200 })),
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
});

/** The ticket in the link of a mail. */
const mailedTicket = ({ provider, token }: Static<typeof MailQuery>): HeldTicket | null =>
  provider !== undefined && token !== undefined ? { provider, ticket: token } : null;

/**
 * The page on which a member connects a service, without a separate window or by the link in a mail. It works without
 * scripts.
 */
export const linkPageRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { send, submit, away, whose } = setUpPages(app, deps);
  const { connect_connected, login, settings } = SERVED_PAGES;
  const path = sitePath('connect_connected');

  const pageOf = (held: HeldTicket, isMail: boolean, messages: readonly string[] = []) => {
    const query = new URLSearchParams({ provider: held.provider, token: held.ticket });
    return {
      page: 'connect_link',
      provider: held.provider,
      action: isMail ? `${connect_connected}?${query}` : connect_connected,
      token: isMail ? null : markOf(held),
      messages,
    } as const;
  };

  const sendDead = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.code(404), { page: 'connect_dead' });

  const isAlive = async (mailed: HeldTicket) =>
    (await readTicket(deps.database, mailed))?.userId != null;

  app.get(path, {
    schema: { hide: true, querystring: MailQuery },
    async handler(request, reply) {
      const mailed = mailedTicket(request.query);
      const held = mailed ?? heldTicket(request, config);
      if (!held)
        return reply.redirect(away(request, request.query.redirect ?? settings, 'login'), 302);
      if (!mailed && request.actor.userId === null)
        return reply.redirect(withNext(login, connect_connected), 302);
      if (mailed && !(await isAlive(mailed))) return sendDead(request, reply);
      return send(request, reply, pageOf(held, mailed !== null));
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, querystring: MailQuery, body: PageBody },
    async handler(request, reply) {
      const mailed = mailedTicket(request.query);
      const held = mailed ?? heldTicket(request, config);
      if (!held) return reply.redirect(settings, 303);
      const { token, password } = request.body;
      if (!mailed && isOfAnother(token, held)) return reply.redirect(request.url, 303);
      const { provider, ticket } = held;
      return submit(request, reply, {
        async work() {
          const language = languageOf(request);
          const onUser = actFor(request);
          if (mailed) await connectByMail(deps, { provider, token: ticket, language, onUser });
          const isMailed = !mailed && (await linkHeld(request, held, password)) === 'mailed';
          holdTicket(reply, config, null);
          return send(request, reply, { page: 'connect_done', provider, isMailed });
        },
        dead: () => sendDead(request, reply),
        refused: (messages) => pageOf(held, mailed !== null, messages),
      });
    },
  });

  async function linkHeld(
    request: FastifyRequest,
    held: HeldTicket,
    password: string | undefined,
  ): Promise<'connected' | 'mailed'> {
    if (request.actor.userId === null) throw new AppError('NOT_SIGNED_IN');
    const userId = memberId(request);
    await app.rateLimits.take('login', { account: `user ${userId}` });
    const connection = await whose(held);
    request.actsFor = userId;
    const language = languageOf(request);
    return connectAccount(deps, { userId, connection, password: password || undefined, language });
  }
};
