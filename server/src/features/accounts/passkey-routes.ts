import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, DONE, Done, ItemList, Success } from '../../platform/http/schemas.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  checkPasskey,
  listPasskeys,
  readPasskey,
  removePasskey,
  renamePasskey,
  requirePasskey,
} from '../passkeys/passkeys.ts';
import { getOwnUser } from '../users/users.ts';
import { readName } from './account-fields.ts';
import { sendSignInChange } from './account-mails.ts';
import { answerLogin } from './answer-login.ts';
import { confirmPassword } from './confirm-password.ts';
import { requirePasswords } from './own-sign-in.ts';
import {
  NewPasskeyBody,
  OptionsSchema,
  PasskeyBody,
  PasskeyLoginBody,
  PasskeyParams,
  PasskeySchema,
  StartPasskeyBody,
} from './passkey-schema.ts';
import { LoginSchema } from './schema.ts';
import { lockLogin, requireYoungSession, signIn } from './sessions.ts';

/** Passkeys of the user, and the login with one of them. */
export const passkeyRoutes: Feature = async (app, deps) => {
  app.addHook('onRequest', forbidStoring);
  await ownPasskeyRoutes(app, deps);
  await passkeyLoginRoutes(app, deps);
};

const ownPasskeyRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.get(apiPath('passkeys', config), {
    config: { action: 'me.read' },
    schema: { summary: 'The passkeys of a user', response: Success(ItemList(PasskeySchema)) },
    handler: async (request) => ({
      response: { items: await listPasskeys(database, memberId(request)), next_url: null },
    }),
  });

  app.post(apiPath('passkey_options', config), {
    config: { action: 'me.edit', limit: 'login', idempotent: false },
    schema: {
      summary: 'Begins to add a passkey',
      body: StartPasskeyBody,
      response: Created(OptionsSchema),
    },
    async handler(request) {
      requirePasswords(deps);
      const userId = memberId(request);
      const { password: given } = request.body;
      const missing = 'required_for_passkey';
      await app.rateLimits.take('login', { account: `user ${userId}` });
      const { hash } = await confirmPassword(deps, { userId, given, field: 'password', missing });
      // A person at an unattended browser must not leave a key behind.
      if (hash === null) await requireYoungSession(database, request.actor);
      const { email, permalink, name } = await getOwnUser(deps, userId);
      const options = await beginPasskey(deps, { userId, account: email ?? permalink, name });
      return { response: { options } };
    },
  });

  app.post(apiPath('passkeys', config), {
    config: { action: 'me.edit' },
    schema: {
      summary: 'Adds a passkey',
      body: NewPasskeyBody,
      response: Created(Type.Object({ passkey: PasskeySchema })),
    },
    async handler(request) {
      requirePasswords(deps);
      const userId = memberId(request);
      const { credential } = request.body;
      const name = readName(request.body.name);
      const found = await readPasskey(deps, { userId, credential });
      const passkey = await database.transaction().execute(async (transaction) => {
        await lockLogin(transaction, request.actor);
        return addPasskey(transaction, { ...found, user_id: userId, name });
      });
      const language = languageOf(request);
      await sendSignInChange(database, deps, { kind: 'passkey_added', userId, language });
      return { response: { passkey } };
    },
  });

  app.put(apiPath('passkey', config), {
    config: { action: 'me.edit' },
    schema: {
      summary: 'Renames a passkey',
      params: PasskeyParams,
      body: PasskeyBody,
      response: Done,
    },
    async handler(request) {
      const passkeyId = request.params.passkey_id;
      const name = readName(request.body.name);
      await renamePasskey(database, { userId: memberId(request), passkeyId, name });
      return DONE;
    },
  });

  app.delete(apiPath('passkey', config), {
    config: { action: 'me.edit' },
    schema: { summary: 'Removes a passkey', params: PasskeyParams, response: Done },
    async handler(request) {
      const userId = memberId(request);
      await removePasskey(database, { userId, passkeyId: request.params.passkey_id });
      const language = languageOf(request);
      await sendSignInChange(database, deps, { kind: 'passkey_removed', userId, language });
      return DONE;
    },
  });
};

const passkeyLoginRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.post(apiPath('passkey_login_options', config), {
    // Every sign-in page begins one, and it reveals nothing. So it does not count as an attempt, only as a write.
    config: { action: 'auth.enter', idempotent: false },
    schema: {
      summary: 'Begins a login with a passkey',
      body: Type.Object({}),
      response: Created(OptionsSchema),
    },
    async handler() {
      requirePasswords(deps);
      return { response: { options: await beginPasskeySignIn(deps) } };
    },
  });

  // A page of the site sends requests to the site: an API on another host could not set its cookie.
  for (const [url, hide] of [
    [apiPath('passkey_login', config), false],
    [sitePath('login_passkey'), true],
  ] as const) {
    app.post(url, {
      config: { action: 'auth.enter', limit: 'login', idempotent: false },
      schema: {
        summary: 'Logs in with a passkey, without a password and a code',
        hide,
        body: PasskeyLoginBody,
        response: Created(LoginSchema),
      },
      async handler(request, reply) {
        requirePasswords(deps);
        const passkey = await checkPasskey(deps, request.body.credential);
        const { userId } = passkey;
        const user = { userId, userAgent: request.headers['user-agent'] };
        const login = await signIn(database, user, (transaction) =>
          requirePasskey(transaction, passkey),
        );
        return { response: await answerLogin(deps, { request, reply }, { userId, login }) };
      },
    });
  }
};
