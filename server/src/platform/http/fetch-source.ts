import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PACE, type Pace, pacedBody, TooSlow } from './paced-body.ts';
import {
  hostOf,
  isPrivateAddress,
  lookupPublic,
  type Resolve,
  resolveHost,
} from './private-address.ts';

/** Opens an address for reading. Rejects with an Error whose message says why it cannot. */
export type Fetcher = (url: string) => Promise<{ body: Readable; contentType: string }>;

/** The host itself is the trouble, not the file that was requested. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface FetcherOptions {
  /** Hosts with port that may have private addresses, e.g. `192.168.1.5:8080`. Every other host must be public. */
  privateHosts?: readonly string[];
  pace?: Partial<Pace>;
  resolve?: Resolve;
}

const MAX_REDIRECTS = 10; // podcast hosts chain several download counters
const FAILURES_TO_GIVE_UP = 2;
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is unknown',
  EAI_AGAIN: 'cannot be looked up',
  ECONNREFUSED: 'refuses the connection',
  EPRIVATE: 'is on a private network, which this feed may not reach',
  ETIMEDOUT: 'did not answer in time',
};
const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * Reads from the web and follows redirects. A host that fails twice is not requested again: an import of 700
 * items would wait for each of them. The host that failed counts, not the one that redirected to it.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { privateHosts = [], resolve = resolveHost } = options;
  const pace = { ...PACE, ...options.pace };
  const failures = new Map<string, number>();
  const addFailure = (host: string) => failures.set(host, (failures.get(host) ?? 0) + 1);

  async function request(url: URL): Promise<IncomingMessage> {
    const { host } = url;
    if ((failures.get(host) ?? 0) >= FAILURES_TO_GIVE_UP) {
      throw new Unreachable(
        `${host} failed ${FAILURES_TO_GIVE_UP} times, so it was not asked again`,
      );
    }
    try {
      return await send(url, privateHosts.includes(host) ? null : resolve, pace);
    } catch (error) {
      addFailure(host);
      throw error;
    }
  }

  async function* readBody(answer: IncomingMessage, host: string) {
    try {
      yield* pacedBody(answer, pace);
      failures.delete(host);
    } catch (cause) {
      const isSilent = (cause as NodeJS.ErrnoException).code === 'ETIMEDOUT';
      if (!isSilent && !(cause instanceof TooSlow)) {
        throw new Error(`${host} broke off`, { cause });
      }
      addFailure(host);
      const reason = cause instanceof TooSlow ? cause.message : 'went silent';
      throw new Unreachable(`${host} ${reason}`, { cause });
    }
  }

  return async (url) => {
    let address = new URL(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await request(address);
      const { host } = address;
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        failures.delete(host);
        address = redirected(headers.location, address);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        failures.delete(host);
        throw new Error(`${host} answered ${statusCode}`);
      }
      const body = Readable.from(readBody(answer, host), { objectMode: false });
      const contentType = headers['content-type'] ?? '';
      return { body: decompress(body, headers['content-encoding'], host), contentType };
    }
    throw new Error(`${address.host} redirects without end`);
  };
}

function redirected(location: string, from: URL): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Error(`${from.host} redirects to an address that is not http or https`);
  return target;
}

/** Some hosts compress although the request asks for no compression. */
function decompress(body: Readable, encoding = 'identity', host = ''): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  const create = Object.entries(DECODERS).find(([known]) => known === name)?.[1];
  if (!create) {
    body.destroy();
    throw new Error(`${host} compresses with "${name}", which is not supported`);
  }
  // The reader gets the errors of the connection from the stream that it reads.
  return pipeline(body, create(), () => {});
}

/** Sends one request. With `resolve`, the host must have public addresses only. */
function send(url: URL, resolve: Resolve | null, pace: Pace): Promise<IncomingMessage> {
  return new Promise((settle, reject) => {
    const fail = (code: string, cause?: Error) =>
      reject(new Unreachable(`${url.host} ${REASONS[code] ?? 'cannot be reached'}`, { cause }));
    // A literal address is never looked up, so it is checked here.
    const host = hostOf(url.href);
    if (resolve && isIP(host) && isPrivateAddress(host)) return fail('EPRIVATE');
    const late = (words: string) => Object.assign(new Error(words), { code: 'ETIMEDOUT' });
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const sent = get(url, {
      // No socket is shared: one that was opened with a permission must not serve a request without it.
      agent: false,
      headers: { 'User-Agent': 'Earshot importer', 'Accept-Encoding': 'identity' },
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
  });
}
