import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { AppError, type ErrorReason } from 'earshot/contract';
import Fastify, { type FastifyInstance, LogController, type onSendHookHandler } from 'fastify';
import { allowedMethods } from './allowed-methods.ts';
import { applyApiRules } from './api-rules.ts';
import { readBodies } from './body-parsers.ts';
import { findClients, type ProxySettings } from './client-address.ts';
import { endUnreadBodies } from './end-unread-bodies.ts';
import { handleError } from './error-handler.ts';
import { openAnswers, openHeaders } from './open-answers.ts';
import { innerPaths, type PartUrls } from './paths.ts';
import { invalid } from './refusal.ts';
import { refuseSocket } from './refuse-socket.ts';
import { createRequestIds } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { protectAnswers } from './security-headers.ts';
import { serializeLate } from './serialize-late.ts';
import { cutSlowBodies, type SlowBodyLimits } from './slow-body.ts';

const MAX_URL_BYTES = 8_000; // RFC 9110, 4.1
const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 20_000;
const STALLED_AFTER_MS = 600_000; // a paused player takes nothing for minutes

export interface ServerOptions extends ProxySettings, PartUrls {
  siteUrl: string;
  logLevel: string;
  slowBody?: SlowBodyLimits;
  /** A connection is cut if its client neither sends nor takes a byte for so long. */
  stalledAfterMs?: number;
  slowRequestMs?: number;
  logTo?: { write(line: string): void };
}

/** At the level `trace`, @fastify/multipart logs the headers of a request, with the token or cookie of its user. */
const withoutHeaders = ({ headers: _, ...options }: Record<string, unknown>) => options;

/** A server without routes. Every answer, also to a broken request, follows the rules for errors and headers. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const innerPath = innerPaths(options);
  const app = Fastify({
    logger: {
      level: options.logLevel,
      serializers: { busboyOptions: withoutHeaders },
      ...(options.logTo ? { stream: options.logTo } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }), // logRequests writes the lines
    genReqId: createRequestIds(options),
    rewriteUrl: ({ url = '/', headers }) => innerPath(headers.host, routable(url)),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // Fastify runs no hooks for these errors.
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.headers(openHeaders(request.id))),
    clientErrorHandler: (error, socket) => refuseSocket(socket, reasonOf(error, socket)),
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000, // Node checks only every 30 s otherwise
      requireHostHeader: false, // Node's own refusal has no envelope
    },
    connectionTimeout: options.stalledAfterMs ?? STALLED_AFTER_MS,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildSerializer: serializeLate } },
  });
  app.server.on('checkExpectation', ({ socket }) => refuseSocket(socket, 'EXPECTATION_FAILED'));
  app.setErrorHandler(handleError);
  openAnswers(app);
  findClients(app, options);
  readBodies(app);
  applyApiRules(app, options);
  logRequests(app, options.slowRequestMs);
  cutSlowBodies(app, options.slowBody);
  endUnreadBodies(app);
  app.addHook('onRequest', ({ url, originalUrl, headers, raw }, _reply, done) => {
    if (isBroken(originalUrl)) throw invalid('address', 'is not valid percent-encoding');
    if (url.length > MAX_URL_BYTES) throw new AppError('URI_TOO_LONG');
    if (headers.host === undefined && raw.httpVersion === '1.1') throw invalid('Host', 'required');
    if (!isOneHost(raw)) throw invalid('Host', 'must be the name of one host');
    done();
  });
  protectAnswers(app, options);
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], dropLength].flat();
  });

  app.addHook('onRequest', ({ method, url }, reply, done) => {
    // RFC 9110, 9.3.7. The next plugin sends the answer.
    if (method === 'OPTIONS')
      reply.header('Allow', [...allowedMethods(app, url), method].join(', '));
    done();
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], // the plugin's own list ends with POST
    strictPreflight: false, // otherwise an OPTIONS request that is no preflight gets plain text
  });
  await app.register(compress, {
    customTypes: /^(text\/|application\/(json|javascript)|image\/svg)/,
    brotliOptions: { params: { 1: 5 } }, // BROTLI_PARAM_QUALITY: 5 costs little more than gzip
    encodings: ['br', 'gzip'],
  });
  return app;
}

/** Fastify gives a 304 for HEAD the length 0. A cache may take it for the length of its copy (RFC 9110, 8.6). */
const dropLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  done(null, payload);
};

/** Why Node could not read a request. */
function reasonOf(
  { code, rawPacket }: { code?: string; rawPacket?: unknown },
  { bytesRead }: { bytesRead: number },
): ErrorReason {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'INVALID_REQUEST';
  // Node does not say which part is too long. The first line holds the address.
  if (!Buffer.isBuffer(rawPacket) || bytesRead > rawPacket.length) return 'HEADERS_TOO_LARGE';
  const lineEnd = rawPacket.indexOf('\n');
  return lineEnd === -1 || lineEnd > MAX_URL_BYTES ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE';
}

/** True if the path of an address is not valid percent-encoding of UTF-8, such as `/tag/%`. */
function isBroken(url: string): boolean {
  const [path] = split(url);
  if (!path.includes('%')) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/**
 * The address with its signs encoded, if it is broken. The router refuses a broken address on its own, with neither hooks
 * nor pages: so a request gets a readable one, and is refused by the rules of its route.
 */
function routable(url: string): string {
  if (!isBroken(url)) return url;
  const [path, query] = split(url);
  return path.replaceAll('%', '%25') + query;
}

function split(url: string): [path: string, query: string] {
  const end = url.indexOf('?');
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}

/**
 * False for several `Host` headers or one that is no host (RFC 9112, 3.2). Node takes the first of several, and a proxy
 * may take another.
 */
function isOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count <= 1 && !/[\s/\\?#@<>]/.test(headers.host ?? '');
}
