import { AppError, ERRORS, type FlashMessage, MOUNTS } from 'earshot/contract';
import {
  FLASH_COOKIE,
  type PageLoad,
  resolveLanguage,
  type SiteConfig,
  type SitePageRequest,
} from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { NOT_STORED, type Sources } from '../../platform/cache/answer-cache.ts';
import { canonicalUrl } from '../../platform/cache/canonical-query.ts';
import { CACHED_ROUTE, sendAnswer, sendJson } from '../../platform/cache/send-answer.ts';
import { refuseMethod } from '../../platform/http/allowed-methods.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { refuseBrokenQuery } from '../../platform/http/form-fields.ts';
import { ASSETS, apiPrefix, routePath, sitePath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { translateMessage } from '../../platform/http/translate-message.ts';
import { findAdsUrl } from '../ads/ads.ts';
import { dismissedIn, findFlash, type ShownFlash } from '../flash-messages/flash-messages.ts';
import { pushOrigin } from '../push/push.ts';
import { connectConfig } from '../sign-in/sign-in.ts';
import { getOwnUser } from '../users/users.ts';
import { addBlockForms } from './block-forms.ts';
import { siteAssets, webManifest } from './brand.ts';
import { addCommentForms } from './comment-forms.ts';
import { addFlashForm } from './flash-form.ts';
import { addFormRoutes, type SendRefused } from './form-routes.ts';
import { isKept, readerOf } from './kept-pages.ts';
import { addLanguageRoute } from './language-route.ts';
import { addLikeForm } from './like-form.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { readOwnApi } from './own-api.ts';
import { addPageActionRoutes } from './page-action-routes.ts';
import { sitePolicy } from './security.ts';
import { addShortWays } from './short-ways.ts';
import { siteData } from './site.ts';
import { addTemplateRoutes } from './template-routes.ts';
import { addWorkerRoute } from './worker-route.ts';

/** The part of an episode that is to be played. The browser reads it from the address: the page is the same. */
const IN_BROWSER = { drop: ['t', 't-end'] };

/** The site's pages as whole documents. In-page navigation loads only their content, through /ajax. */
export const siteRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;
  const folders = [`${apiPrefix(config.apiUrl)}/`, `${MOUNTS.media}/`, ASSETS];
  const isForPrograms = (url: string) => folders.some((folder) => url.startsWith(folder));
  const publicConfig = (culture: string): SiteConfig => ({
    API_URL: config.apiUrl,
    SITE_URL: config.siteUrl,
    WIDGET_URL: config.widgetUrl,
    AUTH_URL: config.authUrl,
    DOMAIN: config.domain,
    PRODUCT_NAME: config.productName,
    DESCRIPTION: config.description,
    ADS_URL: config.adsUrl,
    CONSENT_REQUIRED: config.isConsentRequired,
    API_CULTURE: culture,
    AJAX_VERSION: renderers.version,
    SIGNUP: config.signup,
    USER: null,
    OAUTH_TOKEN: null,
    CONNECT: connectConfig(config),
    PLAYER: { auth_token_v2: null, station_url: null, playlist_url: null },
    PUSH: { enabled: true, app_key: deps.pushApp.key, url: pushOrigin(config) },
    CARD_KEYS: {
      premium: config.payments?.publishableKey ?? '',
      store: config.payments?.storeKey ?? '',
    },
    METRICS_URL: config.metrics === 'on' ? config.siteUrl + sitePath('metrics') : null,
  });
  /** What the scripts of the page learn about its visitor. */
  async function siteConfig(
    culture: string,
    { actor }: FastifyRequest,
    sources: Sources,
  ): Promise<SiteConfig> {
    const common = { ...publicConfig(culture), ADS_URL: await findAdsUrl(deps) };
    if (actor.userId === null || actor.accessToken === undefined) return common;
    const own = await getOwnUser({ ...deps, sources }, actor.userId);
    const { user_id, name, permalink, site_url, image_url, is_admin } = own;
    const USER = { user_id, name, permalink, site_url, image_url, is_admin };
    return { ...common, USER, OAUTH_TOKEN: actor.accessToken };
  }
  const assets = siteAssets(renderers);

  protectPages(app, {
    'Content-Security-Policy': writePolicy(sitePolicy(config, renderers.siteInlineScript)),
    // The player is made for frames. The site is not: a frame could trick its signed-in users into clicks.
    'X-Frame-Options': 'SAMEORIGIN',
  });

  const errorHandler = handleErrorInWords(async (reason, request) => {
    const site = publicConfig(languageOf(request));
    const load = await renderers.loadErrorPage(ERRORS[reason].code, site);
    return renderers.renderDocument(load, site, assets, null);
  });

  /** Loads the page of an address as its viewer may see it, and names everything that it was made from. */
  async function load(
    request: FastifyRequest,
    asked: Omit<SitePageRequest, 'readApi' | 'sheetUrl'>,
    sources: Sources,
  ): Promise<{ page: PageLoad; site: SiteConfig }> {
    const data = siteData({ ...deps, viewer: request.actor, sources });
    const site = await siteConfig(asked.culture, request, sources);
    const readApi = (address: string) =>
      readOwnApi(app, request, { address, apiUrl: config.apiUrl });
    const sheetUrl = (name: string) => renderers.assetUrl(`${name}.css`);
    const whole = { ...asked, readApi, sheetUrl };
    const page = await renderers.loadSitePage(whole, data, site);
    if (request.actor.userId !== null && !isKept(page)) sources.add(NOT_STORED);
    return { page, site };
  }

  /** The message of the host that stands above the page of this visitor. */
  const flashFor = (request: FastifyRequest): Promise<ShownFlash> =>
    findFlash(deps, {
      viewer: request.actor,
      dismissed: dismissedIn(request.cookies[FLASH_COOKIE]),
    });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseBrokenQuery(request.url, 'q');
    const culture = languageOf(request);
    const url = canonicalUrl(request.url, IN_BROWSER);
    const { message, maxAgeMs } = await flashFor(request);
    await sendAnswer(deps.answers, request, reply, {
      isEarly: true,
      reader: readerOf(request, url),
      key: `page ${culture} ${url} ${message?.name ?? ''}`,
      maxAgeMs,
      async make(sources) {
        const loaded = await load(request, { url, culture }, sources);
        return pageContent({ ...loaded, flash: message });
      },
    });
  }

  interface LoadedDocument {
    page: PageLoad;
    site: SiteConfig;
    flash: FlashMessage | null;
  }

  function pageContent({ page, site, flash }: LoadedDocument): Content {
    const type = 'text/html; charset=utf-8';
    const next = page.redirect ?? page.redirect_ajax;
    if (next) return { status: 302, type, body: '', headers: { Location: next } };
    const { status } = page.config;
    return {
      status,
      type,
      body: renderers.renderDocument(page, site, assets, flash),
      headers: {
        'Cache-Control': status < 400 ? 'no-cache' : 'no-store',
        Vary: 'Accept-Language, Cookie',
      },
    };
  }

  const sendRefused: SendRefused = async (request, reply, { status, url, ...refused }) => {
    const culture = languageOf(request);
    const messages = refused.messages.map((message) => translateMessage(message, culture));
    const form = { ...refused, messages };
    const { page, site } = await load(request, { url, culture, form }, new Set());
    // The page of the form wants a login that has ended.
    if (page.redirect_ajax) return reply.redirect(page.redirect_ajax, 303);
    const { message } = await flashFor(request);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(renderers.renderDocument(page, site, assets, message));
  };
  addFormRoutes(app, { config, sendRefused });
  addCommentForms(app, { config, sendRefused });
  addPageActionRoutes(app, { config, sendRefused });
  addBlockForms(app, config);
  addFlashForm(app, config);
  addLikeForm(app, config);

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
      const culture = c === undefined ? languageOf(request) : resolveLanguage(c);
      // The client runs scripts of another build. A full load replaces them.
      const isOther = v !== undefined && v !== renderers.version;
      const address = canonicalUrl(url, IN_BROWSER);
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        reader: readerOf(request, address),
        vary: 'Accept-Language, Cookie',
        key: `ajax ${culture} ${isOther} ${address}`,
        async read(sources) {
          const { page } = await load(request, { url: address, culture }, sources);
          return isOther ? { ...page, redirect: address } : page;
        },
      });
    },
  );

  addMetricsRoute(app, deps);
  addTemplateRoutes(app, { ...deps, siteConfig: publicConfig });
  addWorkerRoute(app, { ...deps, siteConfig: publicConfig });
  addLanguageRoute(app, config);
  addShortWays(app, deps);
  app.get(sitePath('robots'), (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nAllow: /\n'),
  );
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
