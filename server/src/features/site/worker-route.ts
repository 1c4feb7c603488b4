import { MOUNTS, WIDGET_ROUTES } from 'earshot/contract';
import { resolveLanguage } from 'earshot/internal';
import type { SiteConfig } from 'earshot-site/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { CACHED_ROUTE, sendPersonal } from '../../platform/cache/send-answer.ts';
import { apiPrefix, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';

interface WorkerDeps extends Pick<FeatureDeps, 'config' | 'renderers'> {
  siteConfig(culture: string): SiteConfig;
}

/**
 * The service worker of the site. Browsers compare its bytes, so another build or another name of the host replaces
 * it.
 */
export function addWorkerRoute(
  app: FastifyInstance,
  { config, renderers, siteConfig }: WorkerDeps,
): void {
  const skipped = [
    `${apiPrefix(config.apiUrl)}/`,
    `${MOUNTS.media}/`,
    ...Object.values(WIDGET_ROUTES).map((route) => MOUNTS.widget + route.replace(/\{.*/, '')),
  ];
  app.get(sitePath('worker'), {
    ...CACHED_ROUTE,
    schema: { hide: true, querystring: Type.Object({ c: Type.Optional(Type.String()) }) },
    handler: (request, reply) =>
      sendPersonal(request, reply, async () => {
        const { c } = request.query as { c?: string };
        const culture = c === undefined ? languageOf(request) : resolveLanguage(c);
        return {
          type: 'text/javascript; charset=utf-8',
          body: renderers.renderWorker(siteConfig(culture), skipped),
        };
      }),
  });
}
