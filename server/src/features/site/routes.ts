import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError, type SiteConfig } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Renderers } from '../../platform/renderers.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

export interface SiteDeps {
  catalogue: Catalogue;
  config: Config;
  renderers: Renderers;
}

const PAGES = [
  '/',
  '/show/:permalink',
  '/user/:user_permalink',
  '/user/:user_permalink/:episode_permalink',
];

const NOT_PAGES = /^\/(api|media|assets)\//;

/** The site's pages, whole or, through /ajax, only what changes between two of them. */
export const siteRoutes =
  ({ catalogue, config, renderers }: SiteDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
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
    const cultureOf = (accepted = '') => (/^\s*it\b/i.test(accepted) ? 'it' : 'en');
    const assets = { script: renderers.assetUrl('site.js'), css: renderers.assetUrl('site.css') };

    async function sendPage(request: FastifyRequest, reply: FastifyReply) {
      const culture = cultureOf(request.headers['accept-language']);
      const site = siteConfig(culture);
      const load = await renderers.loadSitePage({ url: request.url, culture }, catalogue, site);
      if (load.redirect) return reply.redirect(load.redirect, 302);
      reply.code(load.config.status).type('text/html; charset=utf-8');
      reply.headers({
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Language',
        // The player is made to be framed; the site, with its sign-in to come, is not.
        'X-Frame-Options': 'SAMEORIGIN',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
      });
      return renderers.renderDocument(load, site, assets);
    }

    for (const path of PAGES) app.get(path, sendPage);
    // An unknown address is said in words to a person, and in the envelope to a program.
    app.get('/*', async (request, reply) => {
      const isPage = request.headers.accept?.includes('text/html') && !NOT_PAGES.test(request.url);
      if (!isPage) throw new AppError('NOT_FOUND');
      return sendPage(request, reply);
    });

    app.get(
      '/ajax',
      {
        schema: {
          querystring: Type.Object({
            url: Type.String({ pattern: '^/(?![/\\\\])' }),
            v: Type.Optional(Type.String()),
            c: Type.Optional(Type.String()),
          }),
        },
      },
      async (request, reply) => {
        const { url, v, c } = request.query;
        const culture = cultureOf(c ?? request.headers['accept-language']);
        reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' });
        const load = await renderers.loadSitePage({ url, culture }, catalogue, siteConfig(culture));
        // Scripts of another build than the page's: only a full load brings the right ones.
        const isOther = v !== undefined && v !== renderers.version;
        return { response: isOther ? { ...load, redirect: url } : load };
      },
    );
  };
