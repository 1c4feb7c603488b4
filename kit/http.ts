import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const MAX_REDIRECTS = 10;
const TEXT_MAX_BYTES = 30e6; // a feed of 5,000 episodes has about 20 MB
const ENOUGH_BYTES = 65_536;
const BROKE_OFF = 'The answer broke off.';
const USER_AGENT = 'earshot-conformance (https://earshot.example)';

/** The answer of a host. Failures are answers as well: hosts that hang or break are a finding, not an exception. */
export interface Answer {
  /** The address after redirects. */
  url: string;
  /** 0 if there was no answer. */
  status: number;
  /** By lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** As sent, before any Content-Encoding is removed. */
  body: Buffer;
  /** The body is longer, and was not read to its end. */
  isCut: boolean;
  /** Why there is no whole answer, in plain words. Empty if there is one. */
  problem: string;
  /** The addresses that redirected, in order. */
  redirects: readonly string[];
}

export interface Wanted {
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  headers?: Record<string, string>;
  /** Bytes after which the connection is closed. */
  maxBytes?: number | ((type: string) => number);
}

export interface Http {
  ask(url: string, wanted?: Wanted): Promise<Answer>;
  close(): void;
}

/** Asks hosts with limits on time, bytes and redirects. `timeoutMs` is for one whole request. */
export function createHttp({ timeoutMs }: { timeoutMs: number }): Http {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: 8 }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: 8 }),
  };

  async function ask(url: string, wanted: Wanted = {}): Promise<Answer> {
    const redirects: string[] = [];
    for (let next = url; ; ) {
      const answer = await askOnce(next, wanted);
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.status) || !location)
        return { ...answer, redirects };
      redirects.push(next);
      if (redirects.length > MAX_REDIRECTS)
        return { ...answer, redirects, problem: `It redirects more than ${MAX_REDIRECTS} times.` };
      if (!URL.canParse(location, next))
        return { ...answer, redirects, problem: `It redirects to "${location}", no address.` };
      next = new URL(location, next).href;
    }
  }

  function askOnce(url: string, { method = 'GET', headers = {}, maxBytes }: Wanted) {
    const empty = { url, status: 0, headers: {}, body: Buffer.alloc(0), isCut: false };
    return new Promise<Answer>((resolve) => {
      const fail = (problem: string) => resolve({ ...empty, redirects: [], problem });
      const { protocol } = new URL(url);
      if (protocol !== 'http:' && protocol !== 'https:') return fail(`"${url}" is no web address.`);
      const send = protocol === 'http:' ? requestHttp : requestHttps;
      const request = send(url, {
        method,
        agent: agents[protocol],
        headers: { 'User-Agent': USER_AGENT, Accept: '*/*', ...headers },
      });
      let reading: Reading | null = null;
      const timer = setTimeout(() => {
        // A part of a large file is enough, if the connection is slow.
        if (maxBytes !== undefined && reading?.cut(ENOUGH_BYTES)) return;
        fail(`There was no complete answer within ${timeoutMs / 1_000} s.`);
        request.destroy();
      }, timeoutMs);
      request.on('error', (error) => {
        clearTimeout(timer);
        fail(`The connection failed: ${error.message || String(error)}.`);
      });
      request.on('response', (response) => {
        reading = readBody(response, method === 'HEAD' ? 0 : limitFor(response, maxBytes));
        void reading.done.then((read) => {
          clearTimeout(timer);
          const { statusCode: status = 0 } = response;
          resolve({ url, status, headers: flat(response), ...read, redirects: [] });
        });
      });
      request.end();
    });
  }

  return {
    ask,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function limitFor({ headers }: IncomingMessage, maxBytes: Wanted['maxBytes']): number {
  if (typeof maxBytes === 'function') return maxBytes(headers['content-type'] ?? '');
  return maxBytes ?? TEXT_MAX_BYTES;
}

interface Reading {
  done: Promise<Pick<Answer, 'body' | 'isCut' | 'problem'>>;
  /** Ends the reading here, if there are as many bytes. */
  cut(atLeast: number): boolean;
}

function readBody(response: IncomingMessage, limit: number): Reading {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let end: (isCut: boolean, problem?: string) => void = () => {};
  const done: Reading['done'] = new Promise((resolve) => {
    end = (isCut, problem = '') =>
      resolve({ body: Buffer.concat(chunks).subarray(0, limit), isCut, problem });
  });
  const cut = (atLeast: number) => {
    if (bytes < atLeast) return false;
    end(true);
    response.destroy();
    return true;
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    cut(limit + 1);
  });
  response.on('end', () => end(false));
  response.on('close', () => end(false, response.complete ? '' : BROKE_OFF));
  response.on('error', () => end(false, BROKE_OFF));
  return { done, cut };
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

/** The body without its Content-Encoding. The bytes as sent if they cannot be decompressed. */
export function decoded({ headers, body }: Answer): Buffer {
  const decompress = {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    br: brotliDecompressSync,
    deflate: inflateSync,
  }[headers['content-encoding'] ?? ''];
  if (!decompress) return body;
  try {
    return decompress(body, { maxOutputLength: TEXT_MAX_BYTES });
  } catch {
    return body;
  }
}

export const textOf = (answer: Answer): string => decoded(answer).toString('utf8');

/** The media type without parameters. */
export const typeOf = ({ headers }: Answer): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Why an answer is not the wanted one. Empty if it is. */
export function complaintAbout(answer: Answer, status = 200): string {
  if (answer.status === 0) return answer.problem;
  if (answer.status !== status) return `${answer.url} answered ${answer.status}, not ${status}.`;
  return answer.problem;
}

/** Whether scripts of any page may read the answer. */
export function complaintAboutCors({ headers, url }: Answer): string {
  const allowed = headers['access-control-allow-origin'];
  if (allowed === '*' || allowed === ORIGIN) return '';
  return allowed
    ? `${url} allows only the origin ${allowed}.`
    : `${url} has no Access-Control-Allow-Origin.`;
}

/** The origin that the kit names in its requests. */
export const ORIGIN = 'https://player.example';

/** Loopback and private addresses, which have no certificates. */
export function isOnThisNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.local') ||
    hostname === '[::1]' ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(hostname)
  );
}
