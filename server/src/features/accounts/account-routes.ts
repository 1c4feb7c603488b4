import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, DONE, Done, ItemList, Success } from '../../platform/http/schemas.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import {
  findUserId,
  getOwnUser,
  mustSeeUser,
  OwnUserSchema,
  SeenUserSchema,
  UserParams,
} from '../users/users.ts';
import { changeAccount } from './change-account.ts';
import { addProgramToken, listProgramTokens, revokeProgramToken } from './program-tokens.ts';
import { resendVerification } from './prove-email.ts';
import {
  AccountBody,
  EmptyBody,
  NewTokenSchema,
  SessionParams,
  SessionSchema,
  TokenBody,
  TokenParams,
  TokenSchema,
} from './schema.ts';
import { listSessions, lockLogin, revokeOtherSessions, revokeSession } from './sessions.ts';

/** The user's own account: its fields, sessions and tokens. */
export const accountRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  app.addHook('onRequest', forbidStoring);

  app.get(apiPath('me', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The user who asks',
      response: Success(Type.Object({ user: OwnUserSchema })),
    },
    handler: async (request) => ({ response: { user: await getOwnUser(deps, memberId(request)) } }),
  });

  for (const name of ['user', 'user_v1'] as const) {
    app.put(apiPath(name, config), {
      config: { action: 'user.edit' },
      schema: {
        summary: 'Changes an account',
        params: UserParams,
        body: AccountBody,
        response: Success(Type.Object({ user: SeenUserSchema })),
      },
      async handler(request) {
        const { actor, body: change } = request;
        const userId = await findUserId(database, request.params.user_id);
        const language = languageOf(request);
        if (change.current_password !== undefined) {
          await app.rateLimits.take('login', { account: `user ${userId}` });
        }
        if (change.email !== undefined) await app.rateLimits.take('mail', { account: userId });
        await changeAccount(deps, { userId, actor, change, language });
        return { response: { user: await mustSeeUser({ ...deps, viewer: actor }, userId) } };
      },
    });
  }

  app.post(apiPath('email_resend', config), {
    config: { action: 'me.edit', limit: 'mail' },
    schema: {
      summary: 'Sends the mail with the proof of the address again',
      body: EmptyBody,
      response: Created(Type.Object({})),
    },
    async handler(request) {
      const userId = memberId(request);
      const { email_pending } = await getOwnUser(deps, userId);
      const language = languageOf(request);
      await resendVerification(deps, { userId, pending: email_pending, language });
      return DONE;
    },
  });

  await sessionRoutes(app, deps);
  await tokenRoutes(app, deps);
};

const sessionRoutes: Feature = async (app, { config, database }) => {
  app.get(apiPath('sessions', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The logins of a user',
      response: Success(ItemList(SessionSchema)),
    },
    async handler(request) {
      const { sessionId } = request.actor;
      const items = await listSessions(database, { userId: memberId(request), sessionId });
      return { response: { items, next_url: null } };
    },
  });

  app.delete(apiPath('sessions', config), {
    config: { action: 'me.edit' },
    schema: { summary: 'Ends all other logins', response: Done },
    async handler(request) {
      const { sessionId } = request.actor;
      await revokeOtherSessions(database, { userId: memberId(request), sessionId });
      return DONE;
    },
  });

  app.delete(apiPath('session', config), {
    config: { action: 'me.edit' },
    schema: { summary: 'Ends a login', params: SessionParams, response: Done },
    async handler(request) {
      const sessionId = request.params.session_id;
      await revokeSession(database, { userId: memberId(request), sessionId });
      return DONE;
    },
  });
};

const tokenRoutes: Feature = async (app, { config, database }) => {
  app.get(apiPath('tokens', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The tokens of programs',
      response: Success(ItemList(TokenSchema)),
    },
    async handler(request) {
      const items = await listProgramTokens(database, memberId(request));
      return { response: { items, next_url: null } };
    },
  });

  app.post(apiPath('tokens', config), {
    config: { action: 'me.edit', idempotent: false },
    schema: {
      summary: 'Makes a token for a program',
      body: TokenBody,
      response: Created(Type.Object({ token: NewTokenSchema })),
    },
    async handler(request) {
      const userId = memberId(request);
      const isProgram = request.actor.sessionId === undefined;
      if (isProgram && (await hasSecondFactor(database, userId)))
        throw new Refusal('FORBIDDEN', 'token_needs_login');
      const token = await database.transaction().execute(async (transaction) => {
        await lockLogin(transaction, request.actor);
        return addProgramToken(transaction, { userId, ...request.body });
      });
      return { response: { token } };
    },
  });

  app.delete(apiPath('token', config), {
    config: { action: 'me.edit' },
    schema: { summary: 'Revokes a token', params: TokenParams, response: Done },
    async handler(request) {
      const tokenId = request.params.token_id;
      await revokeProgramToken(database, { userId: memberId(request), tokenId });
      return DONE;
    },
  });
};
