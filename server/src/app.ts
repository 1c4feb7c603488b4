import type { FastifyInstance } from 'fastify';
import type { FeatureDeps } from './feature.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { episodeRoutes } from './features/episodes/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { loaderRoutes } from './features/loader/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { oembedRoutes } from './features/oembed/routes.ts';
import { playerPageRoutes } from './features/player-page/routes.ts';
import { shareRoutes } from './features/share/routes.ts';
import { showRoutes } from './features/shows/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { settleWrites } from './platform/cache/settle-writes.ts';
import { describeApi } from './platform/http/openapi.ts';
import { servePublicFiles } from './platform/http/public-files.ts';
import { createServer } from './platform/http/server.ts';

const FEATURES = [
  healthRoutes,
  showRoutes,
  episodeRoutes,
  mediaRoutes,
  downloadRoutes,
  loaderRoutes,
  playerPageRoutes,
  oembedRoutes,
  shareRoutes,
  siteRoutes,
  demoRoutes,
];

/** The whole server, ready to listen. */
export async function createApp(deps: FeatureDeps): Promise<FastifyInstance> {
  const app = await createServer(deps.config);
  settleWrites(app, deps.answers);
  await describeApi(app, deps.config);
  await servePublicFiles(app, deps.renderers.publicFolder);
  for (const feature of FEATURES) await app.register(feature, deps);
  return app;
}
