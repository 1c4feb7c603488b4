import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { hostOf, isPrivateAddress, lookupPublic, type Resolve } from './private-address.ts';

/** The host itself fails, not the requested resource. */
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
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Null if the host may have private addresses. Otherwise all its addresses must be public. */
  resolve: Resolve | null;
  pace: Pick<Pace, 'answerMs' | 'silenceMs'>;
  /** The message for a host on a private network. */
  refusal?: string;
}

/**
 * Sends one request without following redirects.
 * @throws Unreachable with a message
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
      // Sockets are not shared: one that was opened with permission must not serve a request without it.
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

const LATER = new Set([408, 425, 429]);

/** True for an HTTP status that a retry may change: server errors (5xx), and "not now". */
export const isPassingFailure = (status: number): boolean => status >= 500 || LATER.has(status);

/** The minimum speed of a host. */
export interface Pace {
  /** Longest time without a byte. */
  silenceMs: number;
  /** Longest time from the request to the headers of the answer. */
  answerMs: number;
  /** Longest time for one file. */
  totalMs: number;
  /** The rate is measured over each span of this length. */
  spanMs: number;
  minBytesPerSecond: number;
}

export const PACE: Readonly<Pace> = {
  silenceMs: 20_000,
  answerMs: 30_000,
  totalMs: 3_600_000,
  spanMs: 30_000,
  minBytesPerSecond: 4_000, // speech at its lowest bit rate, in real time
};

/** The host does not send, or sends too slowly. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * Passes a body on and counts only the time spent waiting for the host, not for the reader.
 * @throws TooSlow, while it is read, if the host falls below the pace.
 */
export async function* pacedBody(
  body: Readable,
  { totalMs, spanMs, minBytesPerSecond }: Pace,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  let waitedMs = 0;
  let span = { endsAtMs: spanMs, bytes: 0 };
  let askedAt = now();
  for await (const chunk of body) {
    waitedMs += now() - askedAt;
    span.bytes += (chunk as Buffer).length;
    if (waitedMs > totalMs) throw new TooSlow('took too long');
    if (waitedMs > span.endsAtMs) {
      if (span.bytes < (minBytesPerSecond * spanMs) / 1000) throw new TooSlow('sends too slowly');
      span = { endsAtMs: waitedMs + spanMs, bytes: 0 };
    }
    yield chunk as Buffer;
    askedAt = now();
  }
}

/**
 * Reads a whole answer of a moderate size.
 * @throws Unreachable if it is larger, late or truncated
 */
export async function readAnswer(
  answer: IncomingMessage,
  { host, pace, maxBytes }: { host: string; pace: Pace; maxBytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of pacedBody(answer, pace)) {
      size += chunk.length;
      if (size > maxBytes) throw new Unreachable(`${host} answers with too much`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof Unreachable) throw cause;
    throw new Unreachable(`${host} broke its answer off`, { cause });
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}
