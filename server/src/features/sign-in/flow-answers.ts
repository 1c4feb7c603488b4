import { AppError } from 'earshot/contract';
import { type ConnectResult, OWN_SITE_ROUTES, type SignInProvider } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { writePolicy } from '../../platform/http/security-headers.ts';
import { translateMessage } from '../../platform/http/translate-message.ts';
import { answerLogin, createPageKit } from '../accounts/accounts.ts';
import { holdTicket } from './browser.ts';
import type { Flow } from './flows.ts';
import type { Found } from './identity.ts';
import { withNext } from './page-setup.ts';
import { renderResult, resultPolicy } from './result-page.ts';
import { connect, findConnectedUser } from './sign-in.ts';
import { issueTicket, ticketFields } from './tickets.ts';

export interface Success {
  provider: SignInProvider;
  flow: Flow;
  found: Found;
}

export interface Failure {
  provider: SignInProvider;
  /** Null if the sign-in is not known. */
  flow: Pick<Flow, 'mode' | 'channel' | 'next'> | null;
  error: unknown;
}

/** How a sign-in at a service ends for the browser. */
export function createFlowAnswers(deps: FeatureDeps) {
  const { config, database } = deps;
  const kit = createPageKit(deps);

  /** Hands a ticket to the page that has opened the window, or leads the browser on. */
  async function succeed(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, flow, found }: Success,
  ): Promise<FastifyReply> {
    const ticket = await issueTicket(database, { provider, ...found });
    if (flow.mode === 'popup') {
      const tokens = ticketFields(provider, ticket);
      return tell(request, reply, flow, { provider, tokens, name: found.identity.name });
    }
    if (flow.purpose === 'link') {
      holdTicket(reply, config, { provider, ticket });
      return reply.redirect(OWN_SITE_ROUTES.connect_connected, 303);
    }
    const connection = { provider, ...found, ticket };
    if ((await findConnectedUser(database, connection)) === null) {
      holdTicket(reply, config, { provider, ticket });
      const more = flow.invite ? { invite: flow.invite } : {};
      return reply.redirect(withNext(OWN_SITE_ROUTES.connect_signup, flow.next, more), 303);
    }
    const userAgent = request.headers['user-agent'];
    const entered = await connect(deps, connection, { userAgent });
    await answerLogin(deps, { request, reply, isOwn: true }, entered);
    return reply.redirect(flow.next, 303);
  }

  /** Tells the window's page or its reader what went wrong, and offers the ways to log in. */
  async function fail(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, flow, error }: Failure,
  ): Promise<FastifyReply> {
    if (!(error instanceof AppError)) throw error;
    if (error.code >= 500 && error.reason !== 'NOT_CONFIGURED') request.log.warn(error);
    const language = languageOf(request);
    const words = error.messages.map((message) => translateMessage(message, language)).join(', ');
    if (flow?.mode === 'popup') return tell(request, reply, flow, { provider, error: words });
    const text = kit.textFor(request);
    const query = new URLSearchParams({ redirect: flow?.next ?? '/' });
    return kit.send(request, reply, {
      status: error.code,
      title: text('connect_login_title'),
      error: words,
      link: { href: `${OWN_SITE_ROUTES.connect_login}?${query}`, text: text('to_login') },
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

  return { succeed, fail, errorHandler: kit.errorHandler };
}
