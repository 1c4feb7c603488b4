import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature } from '../../feature.ts';
import { ASSETS, widgetPath } from '../../platform/http/paths.ts';
import { keepLoaderVersions } from './loader-versions.ts';

const MAX_AGE_S = 300; // blogs keep this address for years, and its content changes with each build

/**
 * GET /widgets.js is the loader. GET /widgets.json gives its address and hash, for pages that pin it. The folder
 * `versions` has the pinned files of all builds.
 */
export const loaderRoutes: Feature = async (app, { config, renderers }) => {
  const { publicFolder, assetUrl } = renderers;
  const versions = join(config.dataDir, 'loaders');
  await keepLoaderVersions(publicFolder, versions);

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  });
  app.get(widgetPath('loader'), (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .sendFile('widgets.js', { immutable: false, maxAge: MAX_AGE_S * 1000 }),
  );
  // A separate route: if @fastify/static searches two folders, it does not find the uncompressed file.
  for (const name of ['widgets', 'on-demand']) {
    app.get<{ Params: { version: string } }>(`${ASSETS}${name}-:version.js`, ({ params }, reply) =>
      reply.sendFile(`${name}-${params.version}.js`, versions),
    );
  }
  app.get(widgetPath('loader_version'), async (_request, reply) => {
    const content = await readFile(join(publicFolder, 'widgets.js'));
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    reply.header('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    return { src: assetUrl('widgets.js'), integrity };
  });
};
