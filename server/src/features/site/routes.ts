import { AppError, ERRORS, MOUNTS } from 'earshot/contract';
import { resolveLanguage } from 'earshot/internal';
import { ownAddress } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { CACHED_ROUTE } from '../../platform/cache/send-answer.ts';
import { refuseMethod } from '../../platform/http/allowed-methods.ts';
import { handleError, handleErrorInWords } from '../../platform/http/error-handler.ts';
import { ASSETS, apiPrefix, routePath, sitePath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { afterSamples } from '../../platform/http/waiting-page.ts';
import { webManifest } from './brand.ts';
import { addFormRoutes } from './form-routes.ts';
import { addLanguageRoute } from './language-route.ts';
import { addButtonForms, addCommentForms } from './member-forms.ts';
import { addPageActionRoutes } from './page-action-routes.ts';
import { createPages } from './pages.ts';
import { sitePolicy } from './security.ts';
import { shareRoutes } from './share-routes.ts';
import { addShortAddresses } from './short-addresses.ts';
import { addTemplateRoutes, addWorkerRoute } from './template-routes.ts';

const MetricBody = Type.Object({
  job: Type.String({ maxLength: 300 }),
  outcome: Type.Enum(['success', 'error'], { type: 'string' }),
  duration_ms: Type.Number({ minimum: 0 }),
  reason: Type.Optional(Type.String({ maxLength: 300 })),
});

/** The site's scripts report how long their jobs take, and why some fail. A report becomes one line of the log. */
function addMetricsRoute(app: FastifyInstance, { config }: Pick<FeatureDeps, 'config'>): void {
  const { origin } = new URL(config.siteUrl);
  app.post(sitePath('metrics'), {
    schema: { hide: true, body: MetricBody },
    async handler(request, reply) {
      if (config.metrics === 'off') throw new AppError('NOT_FOUND');
      if (request.headers.origin !== origin) throw new AppError('FORBIDDEN');
      request.log.info({ metric: request.body }, 'job of a script');
      return reply.code(204).send();
    },
  });
}

/** The site's pages as whole documents. In-page navigation loads only their content, through /ajax. */
export const siteRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;
  const folders = [`${apiPrefix(config.apiUrl)}/`, `${MOUNTS.media}/`, ASSETS];
  const isForPeople = ({ headers, url }: FastifyRequest) =>
    headers.accept?.includes('text/html') === true &&
    !folders.some((folder) => url.startsWith(folder));
  const asksForJson = ({ headers: { accept = '' } }: FastifyRequest) =>
    accept.includes('application/json') && !accept.includes('text/html');
  const pages = createPages(app, deps);
  const { sendRefused } = pages;

  protectPages(app, {
    'Content-Security-Policy': writePolicy(sitePolicy(config, renderers.siteInlineScript)),
    // The player is made for frames. The site is not: a frame could trick its signed-in users into clicks.
    'X-Frame-Options': 'SAMEORIGIN',
  });

  const inWords = handleErrorInWords((reason, request) =>
    pages.writeErrorPage(request, ERRORS[reason].code),
  );
  /** Of a page: only programs that ask for JSON get it. */
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) =>
    asksForJson(request) ? handleError(error, request, reply) : inWords(error, request, reply);

  // Browsers get a page also from other addresses than those of pages, such as that of a language.
  app.setErrorHandler<Error>((error, request, reply) =>
    isForPeople(request) ? inWords(error, request, reply) : handleError(error, request, reply),
  );

  await app.register(shareRoutes, deps);
  addFormRoutes(app, { config, sendRefused });
  addCommentForms(app, { config, sendRefused });
  addPageActionRoutes(app, { config, sendRefused });
  addButtonForms(app, config);

  for (const route of renderers.pageRoutes) {
    const options = { ...CACHED_ROUTE, ...afterSamples(deps), errorHandler };
    app.get(routePath(route), options, pages.sendPage);
  }
  // A browser gets a page in words, a program gets the envelope.
  app.setNotFoundHandler((request, reply) => {
    refuseMethod(app, request, reply);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const error = new AppError('NOT_FOUND');
    if (!isRead || !isForPeople(request)) throw error;
    return inWords(error, request, reply);
  });

  app.get(sitePath('ajax'), {
    ...CACHED_ROUTE,
    schema: {
      querystring: Type.Object({
        url: Type.String(),
        v: Type.Optional(Type.String()),
        c: Type.Optional(Type.String()),
      }),
    },
    handler(request, reply) {
      const { v, c } = request.query;
      const url = ownAddress(request.query.url, config.siteUrl);
      if (url === null) throw invalid('url', 'begin_with', { site: `${config.siteUrl}/` });
      const culture = c === undefined ? languageOf(request) : resolveLanguage(c);
      // The client runs scripts of another build. A full load replaces them.
      const isOther = v !== undefined && v !== renderers.version;
      return pages.sendLoad(request, reply, { url, culture, isOther });
    },
  });

  addMetricsRoute(app, deps);
  addTemplateRoutes(app, deps);
  addWorkerRoute(app, deps);
  addLanguageRoute(app, config);
  addShortAddresses(app, deps);
  app.get(sitePath('favicon'), (_request, reply) =>
    reply.sendFile(renderers.assetFile('favicon.ico'), { immutable: false, maxAge: '1d' }),
  );
  app.get(sitePath('manifest'), (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(webManifest(config.productName, renderers)),
  );
};
