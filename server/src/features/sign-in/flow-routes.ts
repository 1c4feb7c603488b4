import { AppError, buildPath, type SignInProvider } from 'earshot/contract';
import { addressAfterLogin, SIGN_IN_PAGES } from 'earshot-site/contract';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { SERVED_PAGES, sitePath } from '../../platform/http/paths.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newSecret } from '../../platform/secrets.ts';
import { browserOf, markBrowser } from './browser.ts';
import { createFlowAnswers } from './flow-answers.ts';
import { type Flow, insertFlow, keepAnswer, takeFlow } from './flows.ts';
import type { CodeFlow } from './identity.ts';
import { offeredProviders } from './offered-providers.ts';
import { createProviders } from './providers.ts';
import { ProviderParams } from './schema.ts';

const StartQuery = Type.Object({
  provider: Type.Optional(ProviderParams.properties.provider),
  mode: Type.Optional(Type.Enum(['popup', 'redirect'], { type: 'string' })),
  purpose: Type.Optional(Type.Enum(['login', 'link'], { type: 'string' })),
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  /** For a signup on a host that takes new accounts by invitation only. */
  invite: Type.Optional(Type.String({ maxLength: 200 })),
  /** The name of the channel on which the page listens. */
  channel: Type.Optional(Type.String({ pattern: '^[\\w-]{16,64}$' })),
});

const Answer = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 10_000 }));

const tooOld = () => new Refusal('INVALID_REQUEST', 'sign_in_elsewhere');

/** Redirects browsers to the services, and receives them again (RFC 6749, 4.1). */
export const signInFlowRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const providers = createProviders(config.signIn);
  const { succeed, fail, errorHandler } = createFlowAnswers(app, deps);
  const route = { errorHandler, config: { limit: 'login' } } as const;
  // Each GET here changes something, so HEAD must not run it.
  const withoutHead = { ...route, exposeHeadRoute: false } as const;

  /** Members continue, and visitors get a login. */
  function wayIn({ actor }: FastifyRequest, next: string): string {
    if (actor.userId !== null) return next;
    const isOffered = offeredProviders(config.signIn).length > 0;
    const page = SERVED_PAGES[isOffered ? 'connect_login' : 'login'];
    return `${page}?${new URLSearchParams({ redirect: next })}`;
  }

  const redirectUriOf = (provider: SignInProvider) =>
    config.siteUrl + buildPath(SIGN_IN_PAGES, 'connect_callback', { provider });

  function codeFlowOf(provider: SignInProvider): CodeFlow {
    const { codeFlow } = providers[provider];
    if (codeFlow) return codeFlow;
    throw new AppError('NOT_CONFIGURED');
  }

  app.addHook('onRequest', async (_request, reply) => {
    // The addresses hold secrets.
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  });

  app.get(sitePath('connect'), {
    ...withoutHead,
    schema: { hide: true, querystring: StartQuery },
    async handler(request, reply) {
      const {
        provider,
        mode = 'redirect',
        purpose = 'login',
        channel = '',
        invite,
      } = request.query;
      const next = addressAfterLogin(request.query.redirect, config.siteUrl);
      if (provider === undefined) return reply.redirect(wayIn(request, next), 302);
      const ending = channel === '' ? 'redirect' : mode;
      const flow = { mode: ending, purpose, next, channel, invite } as const;
      try {
        const state = newSecret();
        const codeFlow = codeFlowOf(provider);
        const { url, kept } = await codeFlow.begin({ state, redirectUri: redirectUriOf(provider) });
        const browser = markBrowser(request, reply, config);
        const whole: Flow = { ...flow, secrets: kept };
        await insertFlow(database, { provider, state, browser, flow: whole });
        return await reply.redirect(url.href, 302);
      } catch (error) {
        return fail(request, reply, { provider, flow, error });
      }
    },
  });

  // The service posts with another origin and without our cookies. Its answer is stored until the browser asks for
  // it.
  app.post(sitePath('connect_callback'), {
    ...route,
    schema: { hide: true, params: ProviderParams, body: Answer },
    async handler({ params: { provider }, body }, reply) {
      const state = body.state ?? '';
      const answer = String(new URLSearchParams(body));
      await keepAnswer(database, { provider, state, answer });
      const query = new URLSearchParams({ state });
      return reply.redirect(`${redirectUriOf(provider)}?${query}`, 303);
    },
  });

  app.get(sitePath('connect_callback'), {
    ...withoutHead,
    schema: { hide: true, params: ProviderParams, querystring: Answer },
    async handler(request, reply) {
      const { provider } = request.params;
      const { state = '' } = request.query;
      const browser = browserOf(request, config);
      const taken = await takeFlow(database, { provider, state, browser });
      if (!taken) return fail(request, reply, { provider, flow: null, error: tooOld() });
      const { flow, answer } = taken;
      try {
        const found = await codeFlowOf(provider).finish({
          state,
          parameters: new URLSearchParams(answer ?? request.query),
          redirectUri: redirectUriOf(provider),
          kept: flow.secrets,
        });
        return await succeed(request, reply, { provider, flow, found });
      } catch (error) {
        return fail(request, reply, { provider, flow, error });
      }
    },
  });
};
