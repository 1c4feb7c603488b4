import type { Connected, Login, SignInProvider } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, Success } from '../../platform/http/schemas.ts';
import { answerLogin, passSecondStep } from '../accounts/accounts.ts';
import { identify } from './identify.ts';
import type { ProviderTokens } from './identity.ts';
import { createProviders } from './providers.ts';
import { ConnectBody, ConnectedSchema, ProviderParams, ProviderSignUpBody } from './schema.ts';
import { connect, signUpWith } from './sign-in.ts';

/** Sign-in and signup with the identity of another service. */
export const signInRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const providers = createProviders(config.signIn);

  const { database } = deps;
  const whose = (provider: SignInProvider, tokens: ProviderTokens) =>
    identify({ database, providers }, { provider, tokens });
  const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent'];
  app.addHook('onRequest', forbidStoring);

  // A page of the site sends requests to the site: an API on another host could not set its cookie.
  for (const [url, hide] of [
    [apiPath('connect', config), false],
    [sitePath('connect_window'), true],
  ] as const) {
    app.put(url, {
      config: { action: 'provider.use', limit: 'login' },
      schema: {
        summary: 'Logs in through another service',
        hide,
        params: ProviderParams,
        body: ConnectBody,
        response: Success(ConnectedSchema),
      },
      async handler(request, reply) {
        const { params, body } = request;
        const connection = await whose(params.provider, body);
        const entered = await connect(deps, connection, {
          userAgent: userAgentOf(request),
          language: languageOf(request),
          pass: (userId) => passSecondStep(app, deps, { request, userId, code: body.code }),
        });
        return { response: toConnected(await answerLogin(deps, { request, reply }, entered)) };
      },
    });
  }

  for (const [url, hide] of [
    [apiPath('provider_signup', config), false],
    [sitePath('connect_window'), true],
  ] as const) {
    app.post(url, {
      config: { action: 'provider.use', limit: 'signup', idempotent: false },
      schema: {
        summary: 'Signs up through another service',
        hide,
        params: ProviderParams,
        body: ProviderSignUpBody,
        response: Created(ConnectedSchema),
      },
      async handler(request, reply) {
        const { params, body } = request;
        const connection = await whose(params.provider, body);
        const entered = await signUpWith(deps, connection, {
          fields: body,
          language: languageOf(request),
          userAgent: userAgentOf(request),
        });
        return { response: toConnected(await answerLogin(deps, { request, reply }, entered)) };
      },
    });
  }
};

const toConnected = (login: Login): Connected => ({ token: login.sso.token, ...login });
