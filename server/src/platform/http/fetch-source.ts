import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { parseUrl } from '../text/parse-url.ts';
import { type Resolve, resolveHost } from './private-address.ts';
import { PACE, type Pace, pacedBody, sendRequest, TooSlow, Unreachable } from './send-request.ts';

export interface Fetched {
  body: Readable;
  contentType: string;
  /** That answered, after redirects. */
  address?: string;
  etag?: string | null;
  /** Length of the whole file, if the host tells it. */
  bytes?: number | null;
}

export interface FetchRequest {
  method?: 'GET' | 'HEAD';
  /** Asks for this many bytes from the start. Some hosts send all. */
  first?: number;
}

/** Opens an address for reading. Rejects with an Error whose message gives the reason. */
export type Fetcher = (url: string, request?: FetchRequest) => Promise<Fetched>;

export interface FetcherOptions {
  /** Hosts with port that may have private addresses, e.g. `192.168.1.5:8080`. Every other host must be public. */
  privateHosts?: readonly string[];
  pace?: Partial<Pace>;
  resolve?: Resolve;
  headers?: OutgoingHttpHeaders;
}

/** A host answered with another status than 200. */
export class OtherStatus extends Error {
  override readonly name = 'OtherStatus';
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered ${status}`);
    this.status = status;
  }
}

/** The name of this program as a client. */
export const IMPORTER = 'Earshot importer';

const MAX_REDIRECTS = 10; // podcast hosts chain several download counters
const FAILURES_TO_GIVE_UP = 2;
const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * Reads from the web and follows redirects. A host that fails twice is not requested again: an import of 700 items
 * would wait for each of them. The failing host counts, not the one that redirected to it.
 */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const { privateHosts = [], resolve = resolveHost, headers } = options;
  const pace = { ...PACE, ...options.pace };
  const failures = new Map<string, number>();
  const addFailure = (host: string) => failures.set(host, (failures.get(host) ?? 0) + 1);

  async function request(url: URL, { method, first }: FetchRequest): Promise<IncomingMessage> {
    const { host } = url;
    if ((failures.get(host) ?? 0) >= FAILURES_TO_GIVE_UP) {
      throw new Unreachable(
        `${host} failed ${FAILURES_TO_GIVE_UP} times, so it was not asked again`,
      );
    }
    try {
      return await sendRequest(url, {
        resolve: privateHosts.includes(host) ? null : resolve,
        pace,
        method: method ?? 'GET',
        headers: {
          'User-Agent': IMPORTER,
          'Accept-Encoding': 'identity',
          ...(first ? { Range: `bytes=0-${first - 1}` } : {}),
          ...headers,
        },
      });
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
      if (!isSilent && !(cause instanceof TooSlow)) throw new Error(`${host} broke off`, { cause });
      addFailure(host);
      const reason = cause instanceof TooSlow ? cause.message : 'went silent';
      throw new Unreachable(`${host} ${reason}`, { cause });
    }
  }

  return async (url, wanted = {}) => {
    let address = new URL(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await request(address, wanted);
      const { host } = address;
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        failures.delete(host);
        address = redirected(headers.location, address);
        continue;
      }
      if (statusCode !== 200 && !(wanted.first && statusCode === 206)) {
        answer.destroy();
        failures.delete(host);
        throw new OtherStatus(host, statusCode);
      }
      const body = Readable.from(readBody(answer, host), { objectMode: false });
      body.once('close', () => answer.destroy()); // a body that was never read would keep its connection
      const contentType = headers['content-type'] ?? '';
      const etag = headers.etag?.replace(/^W\//, '') ?? null;
      const whole = decompress(body, headers['content-encoding'], host);
      return { body: whole, contentType, address: address.href, etag, bytes: lengthOf(headers) };
    }
    throw new Error(`${address.host} redirects without end`);
  };
}

/** Of the whole file, also if only a part is sent. Null for compressed or unknown lengths. */
function lengthOf(headers: IncomingHttpHeaders): number | null {
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') return null;
  const range = headers['content-range'];
  const text = range ? /\/(\d+)$/.exec(range)?.[1] : headers['content-length'];
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

function redirected(location: string, from: URL): URL {
  const target = parseUrl(location, from.href);
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Error(`${from.host} redirects to an address that is not http or https`);
  return target;
}

/** Some hosts compress although the request does not accept it. */
function decompress(body: Readable, encoding = 'identity', host = ''): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  const create = Object.entries(DECODERS).find(([known]) => known === name)?.[1];
  if (!create) {
    body.destroy();
    throw new Error(`${host} compresses with "${name}", which is not supported`);
  }
  // The reader receives connection errors through the stream.
  return pipeline(body, create(), () => {});
}
