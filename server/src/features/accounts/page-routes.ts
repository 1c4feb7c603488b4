import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { archivePage } from './archive-page.ts';
import { accountKey } from './email-address.ts';
import { isLinkAlive } from './email-links.ts';
import { PAGE_POLICY } from './page.ts';
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
import { resetPassword, verifyEmail } from './prove-email.ts';
import { languageOf } from './request-language.ts';
import { setSessionCookie } from './session-cookie.ts';
import { createSession } from './sessions.ts';
import { createAdministrator, isSetupOpen } from './setup.ts';

/** The pages that links of mails open, and the page that creates the first administrator. */
export const accountPageRoutes: Feature = async (app, deps) => {
  protectPages(app, {
    'Content-Security-Policy': writePolicy(PAGE_POLICY),
    'X-Frame-Options': 'DENY',
    // The address holds a secret. `no-referrer` would make browsers hide the origin of the form as well.
    'Referrer-Policy': 'same-origin',
  });
  await app.register(verifyPage, deps);
  await app.register(resetPage, deps);
  await app.register(setupPage, deps);
  await app.register(archivePage, deps);
};

/** Confirms an address. Programs that look at mails open their links, so only the button confirms. */
const verifyPage: Feature = async (app, { config, database }) => {
  const { errorHandler, home, send, sendDead, submit, textFor } = createPageKit(config);
  const path = sitePath('login_verify');

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token = '' } = request.query;
      const isAlive = await isLinkAlive(database, { purpose: 'verify', secret: token });
      if (!isAlive) return sendDead(request, reply, 'link_dead');
      const text = textFor(request);
      const form = { fields: [tokenField(token)], button: text('verify_button') };
      return send(request, reply, { title: text('verify_title'), form });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'login' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      return submit(request, reply, {
        title: 'verify_title',
        dead: 'link_dead',
        async work(text) {
          await verifyEmail({ database }, request.body.token ?? '');
          return send(request, reply, { title: text('verify_done'), link: home(text) });
        },
      });
    },
  );
};

const forgotForm = (text: Text) => ({ fields: [emailField(text)], button: text('forgot_button') });

const resetForm = (text: Text, token: string) => ({
  fields: [tokenField(token), passwordField(text)],
  button: text('reset_button'),
});

/** Sets a new password by the link of a mail. Without a link it sends one. */
const resetPage: Feature = async (app, deps) => {
  const { config, database, jobs } = deps;
  const { errorHandler, home, send, sendDead, submit, textFor } = createPageKit(config);
  const path = sitePath('login_reset');

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token } = request.query;
      const text = textFor(request);
      if (token === undefined) {
        return send(request, reply, { title: text('forgot_title'), form: forgotForm(text) });
      }
      const isAlive = await isLinkAlive(database, { purpose: 'reset', secret: token });
      if (!isAlive) return sendDead(request, reply, 'link_dead');
      return send(request, reply, { title: text('reset_title'), form: resetForm(text, token) });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'mail' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      const { token, email = '', password = '' } = request.body;
      const language = languageOf(request);
      return submit(request, reply, {
        title: 'reset_title',
        dead: 'link_dead',
        async work(text) {
          if (token === undefined) {
            await app.rateLimits.take('mail', { account: accountKey(email) });
            await jobs.add(database, 'answer_forgotten', { email, language });
          } else await resetPassword(deps, { secret: token, password, language });
          const title = text(token === undefined ? 'forgot_done' : 'reset_done');
          return send(request, reply, { title, link: home(text) });
        },
        form: (text) => resetForm(text, token ?? ''),
      });
    },
  );
};

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
const setupPage: Feature = async (app, deps) => {
  const { config, database } = deps;
  const { errorHandler, send, sendDead, submit, textFor } = createPageKit(config);
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
        dead: 'setup_dead',
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
