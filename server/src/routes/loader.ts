import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Renderers } from '../renderers.ts';

const MAX_AGE_S = 300; // bloggers paste one address for ever: what it holds changes with each build

/** GET /widgets.js, the loader, and /widgets.json, the address and hash of the same bytes for pages that pin them. */
export const loaderRoutes =
  ({ publicFolder, assetUrl }: Renderers): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    });
    app.get('/widgets.js', (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .sendFile('widgets.js', { immutable: false, maxAge: MAX_AGE_S * 1000 }),
    );
    app.get('/widgets.json', async (_request, reply) => {
      const content = await readFile(join(publicFolder, 'widgets.js'));
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      reply.header('Cache-Control', `public, max-age=${MAX_AGE_S}`);
      return { src: assetUrl('widgets.js'), integrity };
    });
  };
