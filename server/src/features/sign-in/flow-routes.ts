import { AppError, buildPath } from 'earshot/contract';
import {
  addressAfterLogin,
  type ConnectResult,
  OWN_SITE_ROUTES,
  type SignInProvider,
} from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { writePolicy } from '../../platform/http/security-headers.ts';
import { translateMessage } from '../../platform/http/translate-message.ts';
import { newSecret } from '../../platform/secrets.ts';
import { answerLogin, createPageKit } from '../accounts/accounts.ts';
import { browserOf, forgetBrowser, holdTicket, markBrowser } from './browser.ts';
import { type Flow, hasFlow, insertFlow, keepAnswer, takeFlow } from './flows.ts';
import type { CodeFlow, Found } from './identity.ts';
import { offeredProviders } from './offered.ts';
import { createProviders } from './providers.ts';
import { renderResult, resultPolicy } from './result-page.ts';
import { ProviderParams } from './schema.ts';
import { connect, findConnectedUser } from './sign-in.ts';
import { issueTicket, ticketFields } from './tickets.ts';

const StartQuery = Type.Object({
  provider: Type.Optional(ProviderParams.properties.provider),
  mode: Type.Optional(Type.Enum(['popup', 'redirect'], { type: 'string' })),
  purpose: Type.Optional(Type.Enum(['login', 'link'], { type: 'string' })),
  redirect: Type.Optional(Type.String({ maxLength: 2_000 })),
  /** The name of the channel that the page listens to. */
  channel: Type.Optional(Type.String({ pattern: '^[\\w-]{16,64}$' })),
});

const Answer = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 10_000 }));

const OLD = 'This sign-in was begun in another browser, or is too old. Please try again.';

const tooOld = () => new AppError('INVALID_REQUEST', { messages: [OLD] });

/** Sends browsers to the services, and takes them back (RFC 6749, 4.1). */
export const signInFlowRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const providers = createProviders(config.signIn);
  const kit = createPageKit(deps);
  const loginPage = (redirect: string) =>
    `${OWN_SITE_ROUTES.connect_login}?${new URLSearchParams({ redirect })}`;
  /** A member goes on, and a visitor to a login. */
  function wayIn({ actor }: FastifyRequest, next: string): string {
    if (actor.userId !== null) return next;
    const isOffered = offeredProviders(config.signIn).length > 0;
    const page = OWN_SITE_ROUTES[isOffered ? 'connect_login' : 'login'];
    return `${page}?${new URLSearchParams({ redirect: next })}`;
  }
  const redirectUriOf = (provider: SignInProvider) =>
    config.siteUrl + buildPath(OWN_SITE_ROUTES, 'connect_callback', { provider });

  function codeFlowOf(provider: SignInProvider): CodeFlow {
    const { codeFlow } = providers[provider];
    if (codeFlow) return codeFlow;
    throw new AppError('NOT_CONFIGURED');
  }

  app.addHook('onRequest', async (_request, reply) => {
    // The addresses hold secrets.
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  });

  app.get(
    sitePath('connect'),
    {
      errorHandler: kit.errorHandler,
      config: { limit: 'login' },
      schema: { hide: true, querystring: StartQuery },
    },
    async (request, reply) => {
      const { provider, mode = 'redirect', purpose = 'login', channel = '' } = request.query;
      const next = addressAfterLogin(request.query.redirect, config.siteUrl);
      if (provider === undefined) return reply.redirect(wayIn(request, next), 302);
      const flow = { mode: channel === '' ? 'redirect' : mode, purpose, next, channel } as const;
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
  );

  // The service posts with another origin and without our cookies. What it says is kept until the browser comes for it.
  app.post(
    sitePath('connect_callback'),
    {
      errorHandler: kit.errorHandler,
      config: { limit: 'login' },
      schema: { hide: true, params: ProviderParams, body: Answer },
    },
    async ({ params: { provider }, body }, reply) => {
      const state = body.state ?? '';
      const answer = String(new URLSearchParams(body));
      await keepAnswer(database, { provider, state, answer });
      const query = new URLSearchParams({ state });
      return reply.redirect(`${redirectUriOf(provider)}?${query}`, 303);
    },
  );

  app.get(
    sitePath('connect_callback'),
    {
      errorHandler: kit.errorHandler,
      config: { limit: 'login' },
      schema: { hide: true, params: ProviderParams, querystring: Answer },
    },
    async (request, reply) => {
      const { provider } = request.params;
      const { state = '' } = request.query;
      const browser = browserOf(request, config);
      const taken = await takeFlow(database, { provider, state, browser });
      if (!taken) return fail(request, reply, { provider, flow: null, error: tooOld() });
      if (!(await hasFlow(database, browser))) forgetBrowser(reply, config);
      const { flow, answer } = taken;
      try {
        const found = await codeFlowOf(provider).finish({
          state,
          parameters: new URLSearchParams(answer ?? request.query),
          redirectUri: redirectUriOf(provider),
          kept: flow.secrets,
        });
        return await end(request, reply, { provider, flow, found });
      } catch (error) {
        return fail(request, reply, { provider, flow, error });
      }
    },
  );

  /** Hands the result to the page that has opened the window, or leads on. */
  async function end(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, flow, found }: { provider: SignInProvider; flow: Flow; found: Found },
  ): Promise<FastifyReply> {
    const { identity } = found;
    const ticket = await issueTicket(database, { provider, ...found });
    if (flow.mode === 'popup') {
      const tokens = ticketFields(provider, ticket);
      return tell(request, reply, flow, { provider, tokens, name: identity.name });
    }
    if (flow.purpose === 'link') {
      holdTicket(reply, config, { provider, ticket });
      return reply.redirect(OWN_SITE_ROUTES.connect_connected, 303);
    }
    const connection = { provider, ...found, ticket };
    if ((await findConnectedUser(database, connection)) === null) {
      holdTicket(reply, config, { provider, ticket });
      const query = new URLSearchParams({ redirect: flow.next });
      return reply.redirect(`${OWN_SITE_ROUTES.connect_signup}?${query}`, 303);
    }
    const userAgent = request.headers['user-agent'];
    const entered = await connect(deps, connection, { userAgent });
    await answerLogin(deps, { request, reply, isOwn: true }, entered);
    return reply.redirect(flow.next, 303);
  }

  interface Failure {
    provider: SignInProvider;
    flow: Pick<Flow, 'mode' | 'channel' | 'next'> | null;
    error: unknown;
  }

  /** Tells the window's page or its reader what went wrong, and offers the ways to log in. */
  async function fail(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, flow, error }: Failure,
  ): Promise<FastifyReply> {
    if (!(error instanceof AppError)) throw error;
    if (error.code >= 500 && error.reason !== 'NOT_CONFIGURED') request.log.warn(error);
    const [first = ''] = error.messages;
    const words = error.messages.map((message) => translateMessage(message, languageOf(request)));
    if (flow?.mode === 'popup') {
      return tell(request, reply, flow, { provider, error: words.join(' ') || first });
    }
    const text = kit.textFor(request);
    return kit.send(request, reply, {
      status: error.code,
      title: text('connect_login_title'),
      error: words.join(' '),
      link: { href: loginPage(flow?.next ?? '/'), text: text('to_login') },
    });
  }

  function tell(
    request: FastifyRequest,
    reply: FastifyReply,
    { channel }: Pick<Flow, 'channel'>,
    result: ConnectResult,
  ): FastifyReply {
    const language = languageOf(request);
    const words = kit.textFor(request)('connect_window_done');
    return reply
      .header('Content-Security-Policy', writePolicy(resultPolicy))
      .type('text/html; charset=utf-8')
      .send(renderResult({ channel, result, language, words }));
  }
};
