import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Pace } from './paced-body.ts';
import { hostOf, isPrivateAddress, lookupPublic, type Resolve } from './private-address.ts';

/** The host itself is the trouble, not what was requested of it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is unknown',
  EAI_AGAIN: 'cannot be looked up',
  ECONNREFUSED: 'refuses the connection',
  EPRIVATE: 'is on a private network, which this feed may not reach',
  ETIMEDOUT: 'did not answer in time',
};

export interface OutgoingRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Null if the host may have private addresses. Otherwise all its addresses must be public. */
  resolve: Resolve | null;
  pace: Pick<Pace, 'answerMs' | 'silenceMs'>;
  /** Words for a host on a private network. */
  refusal?: string;
}

/**
 * Sends one request, and follows no redirect.
 * @throws Unreachable with words
 */
export function sendRequest(url: URL, options: OutgoingRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, resolve, pace, refusal } = options;
  return new Promise((settle, reject) => {
    const reasonOf = (code: string) => (code === 'EPRIVATE' && refusal) || REASONS[code];
    const fail = (code: string, cause?: Error) =>
      reject(new Unreachable(`${url.host} ${reasonOf(code) ?? 'cannot be reached'}`, { cause }));
    // A literal address is never looked up, so it is checked here.
    const host = hostOf(url.href);
    if (resolve && isIP(host) && isPrivateAddress(host)) return fail('EPRIVATE');
    const late = (words: string) => Object.assign(new Error(words), { code: 'ETIMEDOUT' });
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      method,
      // No socket is shared: one that was opened with a permission must not serve a request without it.
      agent: false,
      headers,
      ...(resolve ? { lookup: lookupPublic(resolve) } : {}),
    });
    let answer: IncomingMessage | null = null;
    const deadline = setTimeout(() => sent.destroy(late('no answer')), pace.answerMs);
    sent.setTimeout(pace.silenceMs, () => {
      answer?.destroy(late('silent'));
      sent.destroy(late('silent'));
    });
    sent.on('close', () => clearTimeout(deadline));
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? '', error));
    sent.on('response', (response) => {
      clearTimeout(deadline);
      answer = response;
      settle(response);
    });
    sent.end(body);
  });
}
