import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import { AppError } from 'earshot/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { createCatalogue } from './features/catalogue/catalogue.ts';
import { episodeRoutes } from './features/episodes/routes.ts';
import { keepLoaderVersions } from './features/loader/loader-versions.ts';
import { loaderRoutes } from './features/loader/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { oembedRoutes } from './features/oembed/routes.ts';
import { playerRoutes } from './features/player-page/routes.ts';
import { shareRoutes } from './features/share/routes.ts';
import { showRoutes } from './features/shows/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { type Database, ping } from './platform/database/database.ts';
import { errorEnvelope, handleError } from './platform/http/error-handler.ts';
import type { ImagePresets } from './platform/images/image-presets.ts';
import type { Renderers } from './platform/renderers.ts';
import type { MediaStore } from './platform/storage/media-store.ts';

export interface AppDeps {
  config: Config;
  database: Database;
  store: MediaStore;
  images: ImagePresets;
  renderers: Renderers;
  /** Where the demo's pages live, once they do. */
  demoUrl?: () => string | null;
}

const MAX_URL_BYTES = 8_000; // RFC 9110, 4.1

/** Everything but listening. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    // Each request is worth a line only to who looks for one: LOG_LEVEL=debug.
    logger: { level: config.logLevel },
    trustProxy: true,
    rewriteUrl: ({ url = '/', headers }) => apiAddress(config, headers.host, url),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // What goes wrong before there is a route still gets the envelope.
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
    http: { maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
  });
  app.setErrorHandler(handleError);
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL_BYTES) throw new AppError('URI_TOO_LONG');
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
  });
  answerUnknown(app);

  await app.register(cors, {
    origin: '*',
    strictPreflight: false, // its refusal is plain text; without it OPTIONS is answered as any preflight
    exposedHeaders: ['Content-Range', 'ETag', 'Accept-Ranges'],
  });
  await app.register(compress, {
    customTypes: /^(text\/|application\/(json|javascript)|image\/svg)/,
    brotliOptions: { params: { 1: 5 } }, // BROTLI_PARAM_QUALITY: 5 costs little more than gzip
    encodings: ['br', 'gzip'],
  });
  await app.register(swagger, { openapi: { info: { title: config.productName, version: '2' } } });
  await addRoutes(app, deps);
  return app;
}

async function addRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { config, database, renderers } = deps;
  const catalogue = createCatalogue(database, config);

  await app.register(
    async (api) => {
      await api.register(showRoutes({ catalogue }));
      await api.register(episodeRoutes({ catalogue }));
      api.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    },
    { prefix: apiPrefix(config) },
  );
  await app.register(mediaRoutes(deps), { prefix: '/media' });
  const loaders = join(config.dataDir, 'loaders');
  await keepLoaderVersions(renderers.publicFolder, loaders);
  await app.register(fastifyStatic, {
    root: renderers.publicFolder,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders(response) {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      response.setHeader('Vary', 'Accept-Encoding'); // a shared cache keeps brotli and plain apart
    },
  });
  await app.register(loaderRoutes(renderers, loaders));
  await app.register(playerRoutes({ catalogue, config, renderers }));
  await app.register(oembedRoutes({ catalogue, config }));
  await app.register(shareRoutes({ catalogue, config }));
  await app.register(siteRoutes({ catalogue, config, renderers }));

  app.get('/demo', (_request, reply) => {
    const url = deps.demoUrl?.();
    if (!url) throw new AppError('NOT_FOUND');
    return reply.redirect(url, 302);
  });
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nAllow: /\n'),
  );
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  app.get('/healthz', async () => ({ response: { status: 'ok' } }));
  app.get('/readyz', async () => {
    await ping(database).catch((cause) => {
      throw new AppError('UNAVAILABLE', { cause });
    });
    return { response: { status: 'ready' } };
  });
}

const API_ON_OWN_HOST = '/api';

/** Where the API's routes lie. On a host of its own its paths could be the site's too, such as /show/1. */
function apiPrefix({ apiUrl }: Config): string {
  return new URL(apiUrl).pathname.replace(/\/$/, '') || API_ON_OWN_HOST;
}

/** The address inside: what is asked of the API's own host lies below the prefix. */
function apiAddress({ apiUrl }: Config, host: string | undefined, url: string): string {
  const api = new URL(apiUrl);
  return api.pathname === '/' && host === api.host ? API_ON_OWN_HOST + url : url;
}

/** 404 for an address that nothing lives at, 405 for one that takes another method. */
function answerUnknown(app: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*' || url === '/*') return; // preflight requests and the last resort take every address
    const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    const pattern = new RegExp(`^${source.replace('\\*', '.*')}/?$`);
    for (const name of [method].flat()) routes.push({ pattern, method: name });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('NOT_FOUND');
    reply.header('Allow', [...new Set(allowed)].join(', '));
    throw new AppError('METHOD_NOT_ALLOWED');
  });
}
