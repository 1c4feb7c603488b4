import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import {
  createPageKit,
  emailField,
  LinkQuery,
  nameField,
  PageBody,
  passwordField,
  type Text,
  tokenField,
} from './page-kit.ts';
import { setSessionCookie } from './session-cookie.ts';
import { createSession } from './sessions.ts';
import { createAdministrator, isSetupOpen } from './setup.ts';

const setupForm = (text: Text, token: string, kept: { email?: string; name?: string } = {}) => ({
  fields: [
    tokenField(token),
    emailField(text, kept.email),
    nameField(text, kept.name),
    passwordField(text),
  ],
  button: text('setup_button'),
});

/** Creates the first administrator of a new host, by the link that the program prints. */
export const setupPage: Feature = async (app, deps) => {
  const { config, database } = deps;
  const { errorHandler, send, sendDead, submit, textFor } = createPageKit(deps);
  const path = sitePath('setup');

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token = '' } = request.query;
      if (!(await isSetupOpen(deps, token))) return sendDead(request, reply, 'setup_dead');
      const text = textFor(request);
      const form = setupForm(text, token);
      return send(request, reply, { title: text('setup_title'), text: text('setup_intro'), form });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'login' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      const { token = '', email = '', name = '', password = '' } = request.body;
      return submit(request, reply, {
        title: 'setup_title',
        dead: () => sendDead(request, reply, 'setup_dead'),
        async work() {
          const fields = { email, name, password };
          const userId = await createAdministrator(deps, { secret: token, fields });
          const userAgent = request.headers['user-agent'];
          const { secret } = await createSession(database, { userId, userAgent });
          setSessionCookie(request, reply, { secret, config });
          return reply.header('Cache-Control', 'no-store').redirect(`${config.siteUrl}/`, 303);
        },
        form: (text) => setupForm(text, token, { email, name }),
      });
    },
  );
};
