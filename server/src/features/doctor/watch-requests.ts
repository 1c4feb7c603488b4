import type { BrowserContext, Request, Response } from 'playwright-core';
import { type GuardedProxy, hostAndPort } from '../../platform/browser/guarded-proxy.ts';
import type { Answer } from './page-facts.ts';

export interface Requests {
  /** The last answer for an address, after redirects. */
  answerOf(address: string): Answer | null;
}

/** Follows every request of a browser, also those of frames. */
export function watchRequests(context: BrowserContext, proxy: GuardedProxy): Requests {
  const answers = new Map<string, Answer>();
  const keep = (request: Request, answer: Answer) => {
    for (let one: Request | null = request; one; one = one.redirectedFrom()) {
      answers.set(withoutHash(one.url()), answer);
    }
  };
  context.on('response', (response) => {
    // Without encryption, the proxy itself answers if it may not connect.
    const failure = response.status() === 502 ? proxyReason(response.request(), proxy) : null;
    keep(response.request(), failure ? { ...NOTHING, failure } : toAnswer(response));
  });
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? 'failed';
    const before = answers.get(withoutHash(request.url()));
    // A document that the browser refuses was answered before. A frame that is replaced ends its request.
    if (before?.status && /ERR_ABORTED/.test(failure)) return;
    keep(request, { ...(before ?? NOTHING), failure: proxyReason(request, proxy) ?? failure });
  });
  return { answerOf: (address) => answers.get(withoutHash(address)) ?? null };
}

const NOTHING: Answer = {
  status: 0,
  failure: null,
  contentType: '',
  refusesFrames: null,
  hasCorp: false,
};

const withoutHash = (address: string) => address.replace(/#.*/, '');

function toAnswer(response: Response): Answer {
  const headers = response.headers();
  const policy = headers['cross-origin-resource-policy'] ?? '';
  const embedder = headers['cross-origin-embedder-policy'] ?? '';
  return {
    status: response.status(),
    failure: null,
    contentType: headers['content-type'] ?? '',
    refusesFrames: frameRefusal(headers),
    hasCorp: /cross-origin/.test(policy) && /require-corp|credentialless/.test(embedder),
  };
}

function frameRefusal(headers: Readonly<Record<string, string>>): string | null {
  const ancestors = /frame-ancestors[^;]*/i.exec(headers['content-security-policy'] ?? '')?.[0];
  if (ancestors) return `Content-Security-Policy: ${ancestors.trim()}`;
  const options = headers['x-frame-options'];
  return options ? `X-Frame-Options: ${options}` : null;
}

/** The browser only learns that the proxy gave no connection. */
function proxyReason(request: Request, { refused }: GuardedProxy): string | null {
  const reason = refused.get(hostAndPort(request.url()));
  return reason ? `proxy:${reason}` : null;
}
