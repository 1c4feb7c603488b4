import { MOUNTS, WIDGET_ROUTES } from 'earshot/contract';
import { resolveLanguage } from 'earshot/internal';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { CACHED_ROUTE, sendPersonal } from '../../platform/cache/send-answer.ts';
import { apiPrefix, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { publicConfig } from './site-config.ts';

/**
 * The service worker of the site. Browsers compare its bytes, so another build or another name of the host replaces
 * it.
 */
export function addWorkerRoute(
  app: FastifyInstance,
  deps: Pick<FeatureDeps, 'config' | 'renderers' | 'pushApp'>,
): void {
  const { config, renderers } = deps;
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
          body: renderers.renderWorker(publicConfig(deps, culture), skipped),
        };
      }),
  });
}
