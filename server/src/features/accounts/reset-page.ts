import { SITE_ROUTES } from 'earshot/contract';
import type { DeadLink } from 'earshot-site/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostKey } from '../../platform/host-key.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { endAccess, listAccess } from './account-events.ts';
import { accountKey } from './email-address.ts';
import { deadLinkOf } from './email-links.ts';
import { requirePasswords } from './own-sign-in.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';
import { actFor, type Forgotten, resetPassword } from './prove-email.ts';
import { lockAccount } from './repository.ts';

/** Sealed with the key of this host, it lets the person who has just set the password end other access. */
interface LeftAccess {
  userId: number;
  until: number;
}

const KEY_LASTS_MS = 3_600_000;

/** Sets a new password by the link in a mail. Without a link it sends one. */
export const resetPage: PlainPageFeature = async (app, deps) => {
  const { config, database, jobs, pages } = deps;
  const { send, submit } = pages;
  const path = sitePath('login_reset');

  const whyDead = (secret: string) => deadLinkOf(database, { purpose: 'reset', secret });

  /** The form that sends a link, with the reason why the present one is dead. */
  const sendForgot = (request: FastifyRequest, reply: FastifyReply, why: DeadLink | null) =>
    send(request, reply.code(why ? 404 : 200), { page: 'forgot', why, email: '', messages: [] });

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      if (config.signIn.isOidcOnly) return reply.redirect(SITE_ROUTES.login, 302);
      const { token, access } = request.query;
      if (token === undefined) return sendForgot(request, reply, null);
      const why = await whyDead(token);
      return why
        ? sendForgot(request, reply, why)
        : send(request, reply, {
            page: 'reset',
            token,
            endsAccess: access !== undefined,
            messages: [],
          });
    },
  });

  /** Says the same whether or not the address has an account. */
  const mailLink = (request: FastifyRequest, reply: FastifyReply, forgotten: Forgotten) =>
    submit(request, reply, {
      async work() {
        await app.rateLimits.take('mail', { account: accountKey(forgotten.email) });
        await jobs.add(database, 'answer_forgotten', forgotten);
        return send(request, reply, { page: 'forgot_done' });
      },
      dead: () => sendForgot(request, reply, null),
      refused: (messages) => ({ page: 'forgot', why: null, email: forgotten.email, messages }),
    });

  /** The owner ends what the reset has left, without a login. */
  async function endLeftAccess(request: FastifyRequest, reply: FastifyReply, key: string) {
    const left = unseal<LeftAccess>(Buffer.from(key, 'base64url'), await hostKey(config));
    if (!left || left.until < Date.now()) return sendForgot(request, reply, 'expired');
    await database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, left.userId);
      await endAccess(deps, transaction, left.userId);
    });
    return send(request, reply, { page: 'access_ended' });
  }

  app.post(path, {
    config: { limit: 'mail' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      const { token, key, email = '', password = '' } = request.body;
      const endsAccess = request.body.access !== undefined;
      const language = languageOf(request);
      requirePasswords(deps);
      if (key !== undefined) return endLeftAccess(request, reply, key);
      if (token === undefined) {
        return mailLink(request, reply, { email, language, isTakenOver: endsAccess });
      }
      return submit(request, reply, {
        async work() {
          const reset = { secret: token, password, language, endsAccess, onUser: actFor(request) };
          const userId = await resetPassword(deps, reset);
          const access = await listAccess(deps, userId);
          const left: LeftAccess = { userId, until: Date.now() + KEY_LASTS_MS };
          const accessKey = seal(left, await hostKey(config)).toString('base64url');
          return send(request, reply, { page: 'reset_done', access, accessKey });
        },
        dead: async () => sendForgot(request, reply, (await whyDead(token)) ?? 'expired'),
        refused: (messages) => ({ page: 'reset', token, endsAccess, messages }),
      });
    },
  });
};
