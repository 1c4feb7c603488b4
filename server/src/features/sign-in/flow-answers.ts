import { AppError, type SignInProvider } from 'earshot/contract';
import { directionOf, escapeHtml, inlineJson, type Language } from 'earshot/internal';
import { type ConnectResult, SIGN_IN_PAGES } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import { messagesIn } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { type Policy, scriptHash, writePolicy } from '../../platform/http/security-headers.ts';
import { answerLogin, needsCode, passSecondStep, setUpPlainPages } from '../accounts/accounts.ts';
import { holdTicket } from './browser.ts';
import type { Flow } from './flows.ts';
import type { Found } from './identity.ts';
import { withNext } from './page-setup.ts';
import { connect, findConnectedUser } from './sign-in.ts';
import { issueTicket, ticketFields } from './single-use-tickets.ts';

export interface Success {
  provider: SignInProvider;
  flow: Flow;
  found: Found;
}

export interface Failure {
  provider: SignInProvider;
  /** Null for an unknown sign-in. */
  flow: Pick<Flow, 'mode' | 'channel' | 'next'> | null;
  error: unknown;
}

/** Sends the result of a sign-in at a service to the browser. */
export function createFlowAnswers(app: FastifyInstance, deps: FeatureDeps) {
  const { config, database } = deps;
  const { send, errorHandler } = setUpPlainPages(app, config);

  /** Passes a ticket to the page that has opened the window, or redirects the browser. */
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
      return reply.redirect(SIGN_IN_PAGES.connect_connected, 303);
    }
    const connection = { provider, ...found, ticket };
    if ((await findConnectedUser(database, connection)) === null) {
      holdTicket(reply, config, { provider, ticket });
      const more = flow.invite ? { invite: flow.invite } : {};
      return reply.redirect(withNext(SIGN_IN_PAGES.connect_signup, flow.next, more), 303);
    }
    try {
      const entered = await connect(deps, connection, {
        userAgent: request.headers['user-agent'],
        language: languageOf(request),
        pass: (userId) => passSecondStep(app, deps, { request, userId, code: undefined }),
      });
      await answerLogin(deps, { request, reply, isOwn: true }, entered);
      return await reply.redirect(flow.next, 303);
    } catch (error) {
      if (!needsCode(error)) throw error;
      holdTicket(reply, config, { provider, ticket });
      return reply.redirect(withNext(SIGN_IN_PAGES.connect_code, flow.next), 303);
    }
  }

  /** Reports the error to the opening page or the reader, and offers the ways to log in. */
  async function fail(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, flow, error }: Failure,
  ): Promise<FastifyReply> {
    if (!(error instanceof AppError)) throw error;
    if (error.code >= 500 && error.reason !== 'NOT_CONFIGURED')
      request.log.warn(error, `The sign-in with ${provider} failed.`);
    const language = languageOf(request);
    const messages = messagesIn(language, error);
    if (flow?.mode === 'popup')
      return tell(request, reply, flow, { provider, error: messages.join(', ') });
    const redirect = flow?.next ?? '/';
    return send(request, reply.code(error.code), { page: 'connect_failed', redirect, messages });
  }

  function tell(
    request: FastifyRequest,
    reply: FastifyReply,
    { channel }: Pick<Flow, 'channel'>,
    result: ConnectResult,
  ): FastifyReply {
    const language = languageOf(request);
    const words = textIn(language, 'accounts', 'connect_window_done');
    return reply
      .header('Content-Security-Policy', writePolicy(resultPolicy))
      .type('text/html; charset=utf-8')
      .send(renderResult({ channel, result, language, words }));
  }

  return { succeed, fail, errorHandler };
}

const TAKEN_WITHIN_MS = 2_000;

// The channel also works if the service has separated the window from the page that opened it (COOP).
const SCRIPT = `const data = JSON.parse(document.getElementById('result').textContent);
const channel = new BroadcastChannel(data.channel);
channel.onmessage = ({ data }) => { if (data === 'taken') close(); };
channel.postMessage(data.result);
setTimeout(() => { document.getElementById('words').hidden = false; }, ${TAKEN_WITHIN_MS});`;

/** The page runs this script and loads nothing. */
const resultPolicy: Policy = {
  'default-src': ["'none'"],
  'script-src': [scriptHash(SCRIPT)],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

interface ResultPage {
  channel: string;
  result: ConnectResult;
  language: Language;
  /** Shown if the page that opened the window is gone. */
  words: string;
}

/** Reports the result of the sign-in to the page that opened this window. */
function renderResult({ channel, result, language, words }: ResultPage): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(words)}</title></head><body><p id="words" hidden>${escapeHtml(words)}</p>` +
    `<script type="application/json" id="result">${inlineJson({ channel, result })}</script>` +
    `<script>${SCRIPT}</script></body></html>`
  );
}
