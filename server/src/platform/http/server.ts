import { STATUS_CODES } from 'node:http';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { AppError } from 'earshot/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { errorEnvelope, handleError } from './error-handler.ts';
import { innerPath } from './paths.ts';

const MAX_URL_BYTES = 8_000; // RFC 9110, 4.1
const MAX_HEADER_BYTES = 16_384;

export interface ServerOptions {
  apiUrl: string;
  logLevel: string;
}

/** A server without routes. Every answer, also to a broken request, follows the rules for errors and headers. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: options.logLevel },
    trustProxy: true,
    rewriteUrl: ({ url = '/', headers }) => innerPath(options.apiUrl, headers.host, url),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    clientErrorHandler({ code }, socket) {
      const { error } = errorEnvelope(
        code === 'HPE_HEADER_OVERFLOW' ? 'URI_TOO_LONG' : 'INVALID_REQUEST',
      );
      const body = JSON.stringify({ error });
      const status = `${error.code} ${STATUS_CODES[error.code]}`;
      const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      if (socket.writable) socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
    },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
  });
  app.setErrorHandler(handleError);
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL_BYTES) throw new AppError('URI_TOO_LONG');
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
  });

  await app.register(cors, {
    origin: '*',
    strictPreflight: false, // otherwise an OPTIONS request that is no preflight gets plain text
    exposedHeaders: ['Content-Range', 'ETag', 'Accept-Ranges'],
  });
  await app.register(compress, {
    customTypes: /^(text\/|application\/(json|javascript)|image\/svg)/,
    brotliOptions: { params: { 1: 5 } }, // BROTLI_PARAM_QUALITY: 5 costs little more than gzip
    encodings: ['br', 'gzip'],
  });
  return app;
}
