import { sitePath } from '../../platform/http/paths.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';
import { actFor } from './prove-email.ts';
import { setSessionCookie } from './session-cookie.ts';
import { createSession } from './sessions.ts';
import { createAdministrator, isSetupOpen } from './setup.ts';

/** Creates the first administrator of a new host, by the link that the program prints. */
export const setupPage: PlainPageFeature = async (app, deps) => {
  const { config, database, pages } = deps;
  const { send, submit } = pages;
  const path = sitePath('setup');

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      const { token = '' } = request.query;
      return (await isSetupOpen(deps, token))
        ? send(request, reply, { page: 'setup', token, email: '', name: '', messages: [] })
        : send(request, reply.code(404), { page: 'setup_dead' });
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      const { token = '', email = '', name = '', password = '' } = request.body;
      return submit(request, reply, {
        async work() {
          const fields = { email, name, password };
          const userId = await createAdministrator(deps, {
            secret: token,
            fields,
            onUser: actFor(request),
          });
          const userAgent = request.headers['user-agent'];
          const { secret } = await createSession(database, { userId, userAgent });
          setSessionCookie(request, reply, { secret, config });
          return reply.header('Cache-Control', 'no-store').redirect(`${config.siteUrl}/`, 303);
        },
        dead: () => send(request, reply.code(404), { page: 'setup_dead' }),
        refused: (messages) => ({ page: 'setup', token, email, name, messages }),
      });
    },
  });
};
