import { HOME } from 'earshot-site/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { answerLogin, type Entered } from './answer-login.ts';
import { deadLinkOf } from './email-links.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';
import { lockAndUse } from './prove-email.ts';
import { createSession } from './sessions.ts';

/** Signs in with a link that the operator has made on the command line. Programs may open it, so only the form counts. */
export const signInLinkPage: PlainPageFeature = async (app, deps) => {
  const { send, submit } = deps.pages;
  const path = sitePath('login_link');

  async function sendDead(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const why = (await deadLinkOf(deps.database, { purpose: 'sign_in', secret })) ?? 'expired';
    return send(request, reply.code(404), { page: 'sign_in_link_dead', why });
  }

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      const { token = '' } = request.query;
      const why = await deadLinkOf(deps.database, { purpose: 'sign_in', secret: token });
      return why === null
        ? send(request, reply, { page: 'sign_in_link', token })
        : sendDead(request, reply, token);
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      const { token = '' } = request.body;
      return submit(request, reply, {
        async work() {
          const entered = await enter(deps, token, request.headers['user-agent']);
          await answerLogin(deps, { request, reply }, entered);
          return reply.redirect(HOME, 303);
        },
        dead: () => sendDead(request, reply, token),
        refused: () => ({ page: 'sign_in_link', token }),
      });
    },
  });
};

function enter(
  { database }: Pick<FeatureDeps, 'database'>,
  secret: string,
  userAgent: string | undefined,
): Promise<Entered> {
  return database.transaction().execute(async (transaction) => {
    const { userId } = await lockAndUse(transaction, { purpose: 'sign_in', secret });
    return { userId, login: await createSession(transaction, { userId, userAgent }) };
  });
}
