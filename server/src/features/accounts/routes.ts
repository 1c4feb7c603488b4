import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { reportFailed } from '../../platform/http/report-refused.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, DONE } from '../../platform/http/schemas.ts';
import { limitedAddress } from '../../platform/limits/limited-address.ts';
import { answerLogin } from './answer-login.ts';
import { accountKey } from './email-address.ts';
import { isKnownDevice, rememberDevice } from './known-device.ts';
import { checkLogin, requirePassword } from './log-in.ts';
import { requirePasswords } from './own-sign-in.ts';
import { actFor, resetPassword, verifyEmail } from './prove-email.ts';
import { ForgotBody, LinkBody, LogInBody, LoginSchema, ResetBody, SignUpBody } from './schema.ts';
import { dropStep, holdStep, needsCode, passSecondStep } from './second-step.ts';
import { setSessionCookie } from './session-cookie.ts';
import { createSession, endLogin, signIn } from './sessions.ts';
import { prepareAccount, requireSignupOpen, signUp } from './sign-up.ts';

/** Sign up, log in and out, confirm an address, choose a new password. */
export const authRoutes: Feature = async (app, deps) => {
  const { config, database, passwords } = deps;
  app.addHook('onRequest', forbidStoring); // answers may hold secrets

  const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent'];

  app.post(apiPath('signup', config), {
    config: { action: 'auth.enter', limit: 'signup', idempotent: false },
    schema: { summary: 'Signs up', body: SignUpBody, response: Created(LoginSchema) },
    async handler(request, reply) {
      const { body } = request;
      requirePasswords(deps);
      requireSignupOpen(deps, body);
      const account = await prepareAccount(passwords, body);
      const language = languageOf(request);
      const entered = await database.transaction().execute(async (transaction) => {
        const userId = await signUp(transaction, deps, { account, language, invite: body.invite });
        const userAgent = userAgentOf(request);
        return { userId, login: await createSession(transaction, { userId, userAgent }) };
      });
      const response = await answerLogin(deps, { request, reply }, entered);
      rememberDevice(deps, { request, reply }, body.email);
      return { response };
    },
  });

  app.post(apiPath('login', config), {
    config: { action: 'auth.enter', limit: 'login', idempotent: false },
    schema: { summary: 'Logs in', body: LogInBody, response: Created(LoginSchema) },
    async handler(request, reply) {
      requirePasswords(deps);
      // Counted whether or not the address has an account. Guesses of strangers cannot lock the owner out.
      const { email } = request.body;
      const key = accountKey(email);
      const isKnown = isKnownDevice(deps, request, email);
      if (!isKnown) await app.rateLimits.take('guess', { account: key });
      const place = isKnown ? 'a known device' : limitedAddress(request.clientAddress);
      await app.rateLimits.take('login', { account: `${key} ${place}` });
      const checked = await checkLogin(deps, request.body).catch(
        reportFailed(request, 'wrong-password'),
      );
      const { userId } = checked;
      await passSecondStep(app, deps, { request, userId, code: request.body.code }).catch(
        async (error: unknown) => {
          if (needsCode(error)) await holdStep({ request, reply }, deps, userId);
          throw error;
        },
      );
      const user = { userId, userAgent: userAgentOf(request) };
      const login = await signIn(database, user, (transaction) =>
        requirePassword(transaction, checked),
      );
      const response = await answerLogin(deps, { request, reply }, { login, userId });
      rememberDevice(deps, { request, reply }, email);
      dropStep({ request, reply }, config);
      return { response };
    },
  });

  app.post(apiPath('logout', config), {
    config: { action: 'auth.leave' },
    schema: { summary: 'Logs out', body: Type.Object({}), response: Created(Type.Object({})) },
    async handler(request, reply) {
      await endLogin(database, request.actor);
      setSessionCookie(request, reply, { secret: null, config });
      return DONE;
    },
  });

  await proofRoutes(app, deps);
};

/** Addresses and new passwords, proved by the links of mails. */
const proofRoutes: Feature = async (app, deps) => {
  const { config, database, jobs } = deps;

  app.post(apiPath('email_verify', config), {
    config: { action: 'auth.prove' },
    schema: {
      summary: 'Proves an e-mail address by the code of a mail',
      body: LinkBody,
      response: Created(Type.Object({})),
    },
    async handler(request) {
      await verifyEmail(deps, { secret: request.body.token, onUser: actFor(request) });
      return DONE;
    },
  });

  app.post(apiPath('password_forgot', config), {
    config: { action: 'auth.prove', limit: 'mail' },
    schema: {
      summary: 'Asks for a mail to set a new password',
      body: ForgotBody,
      response: Created(Type.Object({})),
    },
    async handler(request) {
      requirePasswords(deps);
      const { email, taken_over: isTakenOver } = request.body;
      await app.rateLimits.take('mail', { account: accountKey(email) });
      // The job looks the address up, so the answer does not depend on whether it has an account.
      const language = languageOf(request);
      await jobs.add(database, 'answer_forgotten', { email, language, isTakenOver });
      return DONE;
    },
  });

  app.post(apiPath('password_reset', config), {
    config: { action: 'auth.prove' },
    schema: {
      summary: 'Sets a new password by the code of a mail',
      body: ResetBody,
      response: Created(Type.Object({})),
    },
    async handler(request) {
      requirePasswords(deps);
      const { token: secret, password, end_access: endsAccess } = request.body;
      const language = languageOf(request);
      const onUser = actFor(request);
      await resetPassword(deps, { secret, password, language, endsAccess, onUser });
      return DONE;
    },
  });
};
