import { AppError, ERRORS, MOUNTS } from 'earshot/contract';
import {
  type PageLoad,
  resolveLanguage,
  type SiteConfig,
  type SitePageRequest,
} from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import type { Sources } from '../../platform/cache/answer-cache.ts';
import { canonicalUrl } from '../../platform/cache/canonical-query.ts';
import { CACHED_ROUTE, sendAnswer, sendJson } from '../../platform/cache/send-answer.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { refuseMethod } from '../../platform/http/allowed-methods.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { ASSETS, apiPrefix, routePath, sitePath } from '../../platform/http/paths.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { sitePolicy } from './security.ts';
import { siteData } from './site.ts';

/** The site's pages as whole documents. In-page navigation loads only their content, through /ajax. */
export const siteRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;
  const folders = [`${apiPrefix(config.apiUrl)}/`, `${MOUNTS.media}/`, ASSETS];
  const isForPrograms = (url: string) => folders.some((folder) => url.startsWith(folder));
  const siteConfig = (culture: string): SiteConfig => ({
    API_URL: config.apiUrl,
    SITE_URL: config.siteUrl,
    WIDGET_URL: config.widgetUrl,
    AUTH_URL: config.authUrl,
    DOMAIN: config.domain,
    PRODUCT_NAME: config.productName,
    ADS_URL: config.adsUrl,
    API_CULTURE: culture,
    AJAX_VERSION: renderers.version,
    USER: null,
    OAUTH_TOKEN: null,
    PLAYER: { station_url: null, playlist_url: null },
  });
  const assets = { script: renderers.assetUrl('site.js'), css: renderers.assetUrl('site.css') };

  protectPages(app, {
    'Content-Security-Policy': writePolicy(sitePolicy(config)),
    // The player is made for frames. The site is not: a frame could trick its signed-in users into clicks.
    'X-Frame-Options': 'SAMEORIGIN',
  });

  const errorHandler = handleErrorInWords(async (reason, request) => {
    const site = siteConfig(resolveLanguage(request.headers['accept-language']));
    const load = await renderers.loadErrorPage(ERRORS[reason].code, siteData(deps), site);
    return renderers.renderDocument(load, site, assets);
  });

  /** Loads the page of an address as its viewer may see it, and names everything that it was made from. */
  function load(page: SitePageRequest, viewer: Viewer, sources: Sources): Promise<PageLoad> {
    const data = siteData({ ...deps, viewer, sources });
    return renderers.loadSitePage(page, data, siteConfig(page.culture));
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const culture = resolveLanguage(request.headers['accept-language']);
    const url = canonicalUrl(request.url);
    return sendAnswer(deps.answers, request, reply, {
      isEarly: true,
      key: `page ${culture} ${url}`,
      make: async (sources) =>
        pageContent(await load({ url, culture }, request.actor, sources), culture),
    });
  }

  function pageContent(page: PageLoad, culture: string): Content {
    const type = 'text/html; charset=utf-8';
    if (page.redirect) return { status: 302, type, body: '', headers: { Location: page.redirect } };
    const { status } = page.config;
    return {
      status,
      type,
      body: renderers.renderDocument(page, siteConfig(culture), assets),
      headers: {
        'Cache-Control': status < 400 ? 'no-cache' : 'no-store',
        Vary: 'Accept-Language',
      },
    };
  }

  for (const route of renderers.pageRoutes) {
    app.get(routePath(route), { ...CACHED_ROUTE, errorHandler }, sendPage);
  }
  // A browser gets a page in words, a program gets the envelope.
  app.setNotFoundHandler((request, reply) => {
    refuseMethod(app, request, reply);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = request.headers.accept?.includes('text/html') && !isForPrograms(request.url);
    const error = new AppError('NOT_FOUND');
    if (!isRead || !isPage) throw error;
    return errorHandler(error, request, reply);
  });

  app.get(
    sitePath('ajax'),
    {
      ...CACHED_ROUTE,
      schema: {
        querystring: Type.Object({
          url: Type.String({ pattern: '^/(?![/\\\\])' }),
          v: Type.Optional(Type.String()),
          c: Type.Optional(Type.String()),
        }),
      },
    },
    (request, reply) => {
      const { url, v, c } = request.query;
      const culture = resolveLanguage(c ?? request.headers['accept-language']);
      // The client runs scripts of another build. A full load replaces them.
      const isOther = v !== undefined && v !== renderers.version;
      const address = canonicalUrl(url);
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        vary: 'Accept-Language',
        key: `ajax ${culture} ${isOther} ${address}`,
        async read(sources) {
          const page = await load({ url: address, culture }, request.actor, sources);
          return isOther ? { ...page, redirect: address } : page;
        },
      });
    },
  );

  app.get(sitePath('robots'), (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nAllow: /\n'),
  );
  app.get(sitePath('favicon'), (_request, reply) => reply.code(204).send());
};
