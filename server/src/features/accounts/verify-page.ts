import { sitePath } from '../../platform/http/paths.ts';
import { deadLinkOf } from './email-links.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';
import { actFor, verifyEmail } from './prove-email.ts';

/** Confirms an address. Programs that scan mails open their links, so only the form confirms. */
export const verifyPage: PlainPageFeature = async (app, { database, pages: { send, submit } }) => {
  const path = sitePath('login_verify');

  const whyDead = (secret: string) => deadLinkOf(database, { purpose: 'verify', secret });

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      const { token = '' } = request.query;
      const why = await whyDead(token);
      return why
        ? send(request, reply.code(404), { page: 'verify_dead', why })
        : send(request, reply, { page: 'verify', token, messages: [] });
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      const { token = '' } = request.body;
      return submit(request, reply, {
        async work() {
          await verifyEmail({ database }, { secret: token, onUser: actFor(request) });
          return send(request, reply, { page: 'verify_done' });
        },
        async dead() {
          const why = (await whyDead(token)) ?? 'expired';
          return send(request, reply.code(404), { page: 'verify_dead', why });
        },
        refused: (messages) => ({ page: 'verify', token, messages }),
      });
    },
  });
};
