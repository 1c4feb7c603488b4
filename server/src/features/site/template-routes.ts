import { AppError, MOUNTS, WIDGET_ROUTES } from 'earshot/contract';
import { resolveLanguage } from 'earshot/internal';
import { ownAddress, type TemplateAnswer, type TemplateName } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { CACHED_ROUTE, sendPersonal } from '../../platform/cache/send-answer.ts';
import { apiPrefix, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { publicConfig } from './site-config.ts';

/** Templates by their own names, and by those of the packages that hold one each. */
const TEMPLATES: Readonly<Record<string, TemplateName>> = {
  'common_v2.embed': 'common_v2.embed',
  common_v2: 'common_v2.embed',
  'common.flash_message': 'common.flash_message',
  common: 'common.flash_message',
};

const Query = Type.Object({
  /** The build of the requesting page. */
  v: Type.Optional(Type.String()),
  c: Type.Optional(Type.String()),
});

/** Pieces of HTML that scripts fill in, as JSON. For a page of another build, the answer asks it to reload. */
export function addTemplateRoutes(
  app: FastifyInstance,
  deps: Pick<FeatureDeps, 'config' | 'renderers' | 'pushApp'>,
): void {
  const { config, renderers } = deps;

  function answer(request: FastifyRequest, reply: FastifyReply, name: TemplateName) {
    const { v, c } = request.query as Static<typeof Query>;
    const culture = c === undefined ? languageOf(request) : resolveLanguage(c);
    const isOther = v !== undefined && v !== renderers.version;
    const found: TemplateAnswer = isOther
      ? { redirect: ownAddress(request.headers.referer, config.siteUrl) ?? '/' }
      : { content: renderers.renderTemplate(name, publicConfig(deps, culture)) };
    return reply.header('Vary', 'Accept-Language, Cookie').send(found);
  }

  app.get(sitePath('template'), {
    schema: { hide: true, querystring: Query },
    handler(request, reply) {
      const { pkg } = request.params as { pkg: string };
      const name = Object.hasOwn(TEMPLATES, pkg) ? TEMPLATES[pkg] : undefined;
      if (!name) throw new AppError('NOT_FOUND');
      return answer(request, reply, name);
    },
  });

  app.get(sitePath('template_v2'), {
    schema: { hide: true, querystring: Query },
    handler: (request, reply) => answer(request, reply, 'common_v2.embed'),
  });
}

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
