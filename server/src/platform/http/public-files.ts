import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ASSETS } from './paths.ts';

/** Serves the built files under /assets. Their names contain a hash, so they never change. */
export async function servePublicFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: ASSETS,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders(response) {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      response.setHeader('Vary', 'Accept-Encoding'); // a shared cache keeps brotli and plain apart
    },
  });
}
