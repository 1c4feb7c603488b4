import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { archivePage } from './archive-page.ts';
import { accountKey } from './email-address.ts';
import { stateOfLink } from './email-links.ts';
import { pagePolicy } from './page.ts';
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
import { setSessionCookie } from './session-cookie.ts';
import { createSession } from './sessions.ts';
import { createAdministrator, isSetupOpen } from './setup.ts';

/** The pages that links of mails open, and the page that creates the first administrator. */
export const accountPageRoutes: Feature = async (app, deps) => {
  protectPages(app, {
    'Content-Security-Policy': writePolicy(pagePolicy(deps.config.widgetUrl)),
    'X-Frame-Options': 'DENY',
    // The address holds a secret. `no-referrer` would make browsers hide the origin of the form as well.
    'Referrer-Policy': 'same-origin',
  });
  await app.register(verifyPage, deps);
  await app.register(resetPage, deps);
  await app.register(setupPage, deps);
  await app.register(archivePage, deps);
};

/** Why a link does not work. One that comes to life meanwhile is as good as too old. */
const WHY = {
  alive: 'link_expired',
  expired: 'link_expired',
  used: 'link_used',
  unknown: 'link_unknown',
} as const;

/** Confirms an address. Programs that look at mails open their links, so only the button confirms. */
const verifyPage: Feature = async (app, deps) => {
  const { config, database } = deps;
  const { errorHandler, send, submit, textFor } = createPageKit(deps);
  const path = sitePath('login_verify');
  const own = (page: 'home' | 'settings') => config.siteUrl + OWN_SITE_ROUTES[page];

  /** Says why the link does not work, and where there is another one. */
  async function sendDead(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const state = await stateOfLink(database, { purpose: 'verify', secret });
    const text = textFor(request);
    const isUsed = state === 'used';
    return send(request, reply, {
      status: 404,
      title: text('link_dead'),
      text: `${text(WHY[state])} ${text(isUsed ? 'verify_used' : 'verify_again')}`,
      link: isUsed
        ? { href: own('home'), text: text('to_own_home') }
        : { href: own('settings'), text: text('to_settings') },
    });
  }

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token = '' } = request.query;
      const state = await stateOfLink(database, { purpose: 'verify', secret: token });
      if (state !== 'alive') return sendDead(request, reply, token);
      const text = textFor(request);
      const form = { fields: [tokenField(token)], button: text('verify_button') };
      return send(request, reply, { title: text('verify_title'), form });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'login' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      const { token = '' } = request.body;
      return submit(request, reply, {
        title: 'verify_title',
        dead: () => sendDead(request, reply, token),
        async work(text) {
          await verifyEmail({ database }, token);
          const link = { href: own('home'), text: text('to_own_home') };
          return send(request, reply, { title: text('verify_done'), link });
        },
      });
    },
  );
};

const forgotForm = (text: Text, email?: string) => ({
  fields: [emailField(text, email)],
  button: text('forgot_button'),
});

const resetForm = (text: Text, token: string) => ({
  fields: [tokenField(token), passwordField(text)],
  button: text('reset_button'),
});

/** Sets a new password by the link of a mail. Without a link it sends one. */
const resetPage: Feature = async (app, deps) => {
  const { config, database, jobs } = deps;
  const { errorHandler, home, send, submit, textFor } = createPageKit(deps);
  const path = sitePath('login_reset');
  const login = config.siteUrl + OWN_SITE_ROUTES.login;
  const toLogin = (text: Text) => ({ href: login, text: text('to_login') });

  /** Somebody who knew the old password may have connected a service, which stays. */
  function afterReset(text: Text) {
    const hasServices = Object.values(config.signIn).some((service) => service !== null);
    if (!hasServices) return { link: toLogin(text) };
    const query = new URLSearchParams({ redirect: OWN_SITE_ROUTES.settings });
    const link = { href: `${login}?${query}`, text: text('to_settings') };
    return { text: text('reset_services'), link };
  }

  /** Says why the link does not work, and sends another one. */
  async function sendDead(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const state = await stateOfLink(database, { purpose: 'reset', secret });
    const text = textFor(request);
    return send(request, reply, {
      status: 404,
      title: text('link_dead'),
      text: `${text(WHY[state])} ${text('reset_again')}`,
      form: forgotForm(text),
      link: toLogin(text),
    });
  }

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token } = request.query;
      const text = textFor(request);
      if (token === undefined) {
        return send(request, reply, {
          title: text('forgot_title'),
          text: text('forgot_text'),
          form: forgotForm(text),
          link: toLogin(text),
        });
      }
      const state = await stateOfLink(database, { purpose: 'reset', secret: token });
      if (state !== 'alive') return sendDead(request, reply, token);
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
        title: token === undefined ? 'forgot_title' : 'reset_title',
        dead: () => sendDead(request, reply, token ?? ''),
        async work(text) {
          if (token === undefined) {
            await app.rateLimits.take('mail', { account: accountKey(email) });
            await jobs.add(database, 'answer_forgotten', { email, language });
          } else await resetPassword(deps, { secret: token, password, language });
          return token === undefined
            ? send(request, reply, {
                title: text('forgot_done'),
                text: text('forgot_done_text'),
                link: home(text),
              })
            : send(request, reply, { title: text('reset_done'), ...afterReset(text) });
        },
        form: (text) => (token === undefined ? forgotForm(text, email) : resetForm(text, token)),
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
