import { lookup } from 'node:dns';
import { get as getHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { hostOf, isPrivateAddress } from './private-address.ts';

/** Opens an address for reading. @throws Error saying why not. */
export type Fetcher = (url: string) => Promise<{ body: Readable; contentType: string }>;

/** The host itself is the trouble, not what was asked of it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface FetcherOptions {
  /** Whether addresses of this machine and its network may be asked. */
  allowPrivate: boolean;
  /** How long a host may be silent, in milliseconds. */
  silenceMs?: number;
}

const SILENCE_MS = 20_000;
const MAX_REDIRECTS = 10; // podcast hosts put several counters before a file
const FAILURES_TO_GIVE_UP = 2;
const NOT_THERE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is not known',
  EAI_AGAIN: 'can not be looked up',
  ECONNREFUSED: 'refuses the connection',
  EPRIVATE: 'is on a private network, where a public feed may not send us',
  ETIMEDOUT: 'did not answer in time',
};

/** Reads from the web, following redirects. */
export function createFetcher(options: FetcherOptions): Fetcher {
  return async (url) => {
    let address = new URL(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await request(address, options);
      const { statusCode = 0, headers } = answer;
      const { location } = headers;
      if (statusCode >= 300 && statusCode < 400 && location) {
        answer.destroy();
        address = redirected(location, address);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw new Error(`${address.host} answered ${statusCode}`);
      }
      return { body: unpacked(answer), contentType: headers['content-type'] ?? '' };
    }
    throw new Error(`${address.host} redirects without end`);
  };
}

function redirected(location: string, from: URL): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Error(`${from.host} redirects to what is no web address`);
  return target;
}

/** Some hosts compress unasked. */
function unpacked(answer: IncomingMessage): Readable {
  if (answer.headers['content-encoding'] !== 'gzip') return answer;
  // Errors of the connection come out of the stream that is read.
  return pipeline(answer, createGunzip(), () => {});
}

function request(url: URL, { allowPrivate, silenceMs = SILENCE_MS }: FetcherOptions) {
  const options: RequestOptions = {
    headers: { 'User-Agent': 'Earshot importer', 'Accept-Encoding': 'identity' },
    ...(allowPrivate ? {} : { lookup: lookupPublic }),
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const host = hostOf(url.href);
    const fail = (code: string, cause?: Error) =>
      reject(new Unreachable(`${url.host} ${NOT_THERE[code] ?? 'can not be reached'}`, { cause }));
    // A literal address is not looked up, so it is checked here.
    if (!allowPrivate && isIP(host) && isPrivateAddress(host)) return fail('EPRIVATE');
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const sent = get(url, options, resolve);
    sent.setTimeout(silenceMs, () => {
      sent.destroy(Object.assign(new Error('it went silent'), { code: 'ETIMEDOUT' }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? '', error));
  });
}

/** Resolves a name to what the socket then connects to: no second look-up can say otherwise. */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const open = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    const refusal = error ?? Object.assign(new Error('private'), { code: 'EPRIVATE' });
    if (!first) callback(refusal, '');
    else if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

/** A host that can't be reached twice is asked no more: a feed of 700 items would wait for each. */
export function givingUp(fetcher: Fetcher): Fetcher {
  const failures = new Map<string, number>();
  return async (url) => {
    const { host } = new URL(url);
    const failed = failures.get(host) ?? 0;
    if (failed >= FAILURES_TO_GIVE_UP) throw new Unreachable(`${host} can not be reached`);
    try {
      const answer = await fetcher(url);
      failures.delete(host);
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) failures.set(host, failed + 1);
      throw error;
    }
  };
}
