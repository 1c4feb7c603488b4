import type { FlashMessage } from 'earshot/contract';
import { FLASH_COOKIE, type PageLoad, type SiteConfig } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { canonicalUrl } from '../../platform/cache/canonical-query.ts';
import { refuseBrokenQuery } from '../../platform/http/form-fields.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { dismissedIn, findFlash, type ShownFlash } from '../flash-messages/flash-messages.ts';
import { siteAssets } from './brand.ts';
import type { SendRefused } from './form-routes.ts';
import { readOwnApi } from './own-api.ts';
import { createPageSender, HTML } from './page-sender.ts';
import { publicConfig, userOf } from './site-config.ts';

/** The part of an episode that the player plays. Browsers read it from the address: the page is the same. */
const IN_BROWSER = { drop: ['t', 't-end'] };

/** A page that has moved for ever takes the whole query of the asked address with it. */
function withQuery(page: PageLoad, asked: string): PageLoad {
  const { redirect_ajax, config } = page;
  if (redirect_ajax === null || config.status !== 301) return page;
  const query = asked.indexOf('?');
  return query < 0 ? page : { ...page, redirect_ajax: redirect_ajax + asked.slice(query) };
}

/** Loads the pages of the site and sends them, as documents or for navigation in the page. */
export function createPages(app: FastifyInstance, deps: FeatureDeps) {
  const { renderers } = deps;
  const assets = siteAssets(renderers);
  const { load, send } = createPageSender(app, deps);

  /** The message of the host above the page of this visitor. */
  const flashFor = (request: FastifyRequest): Promise<ShownFlash> =>
    findFlash(deps, {
      viewer: request.actor,
      dismissed: dismissedIn(request.cookies[FLASH_COOKIE]),
    });

  const writeDocument = (page: PageLoad, site: SiteConfig, flash: FlashMessage | null) =>
    renderers.fillDocument(renderers.renderDocument(page, site, assets, flash), site);

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseBrokenQuery(request.url, 'q');
    const culture = languageOf(request);
    const url = canonicalUrl(request.url, IN_BROWSER);
    const { message, maxAgeMs } = await flashFor(request);
    await send(request, reply, {
      key: `page ${culture} ${url} ${message?.name ?? ''}`,
      maxAgeMs,
      asked: { url, culture },
      write: (page) => documentOf(withQuery(page, request.url), culture, message),
      fill: renderers.fillDocument,
    });
  }

  function documentOf(page: PageLoad, culture: string, flash: FlashMessage | null): Content {
    const next = page.redirect ?? page.redirect_ajax;
    const { status } = page.config;
    if (next) {
      const headers = { Location: next, 'Cache-Control': 'no-cache' };
      return { status, type: HTML, body: '', headers };
    }
    return {
      status,
      type: HTML,
      body: renderers.renderDocument(page, publicConfig(deps, culture), assets, flash),
      headers: {
        'Cache-Control': status < 400 ? 'no-cache' : 'no-store',
        Vary: 'Accept-Language, Cookie',
      },
    };
  }

  /** Sends a page for navigation in the page. */
  function sendLoad(
    request: FastifyRequest,
    reply: FastifyReply,
    { url, culture, isOther }: { url: string; culture: string; isOther: boolean },
  ): void | Promise<void> {
    const address = canonicalUrl(url, IN_BROWSER);
    return send(request, reply, {
      key: `ajax ${culture} ${isOther} ${address}`,
      asked: { url: address, culture },
      write: (page) => ({
        body: JSON.stringify({
          response: isOther ? { ...page, redirect: address } : withQuery(page, url),
        }),
        type: 'application/json; charset=utf-8',
        headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Language, Cookie' },
      }),
      fill: (body) => body,
    });
  }

  /** Sends the page of a form that the server has refused. */
  const sendRefused: SendRefused = async (request, reply, { status, url, ...refused }) => {
    const culture = languageOf(request);
    const asked = { url, culture, form: refused };
    const { page, site } = await load(request, asked, { sources: new Set() });
    // The page of the form wants a login that has ended.
    if (page.redirect_ajax) return reply.redirect(page.redirect_ajax, 303);
    const { message } = await flashFor(request);
    return reply
      .code(status)
      .type(HTML)
      .send(writeDocument(page, site, message));
  };

  /**
   * The page about an error. That of an unknown address knows its reader. Its lists are stored answers, so that a series
   * of unknown addresses costs visitors no queries.
   */
  async function writeErrorPage(request: FastifyRequest, status: number): Promise<string> {
    const { apiUrl } = deps.config;
    const own = status === 404 && (await userOf(deps, request.actor));
    const site = { ...publicConfig(deps, languageOf(request)), ...own };
    const page = await renderers.loadErrorPage(status, site, {
      requestId: request.id,
      assetUrl: renderers.assetUrl,
      readApi: async (address) =>
        status === 404
          ? readOwnApi(app, request, { address, apiUrl, asVisitor: true })
          : { status, body: '{}' }, // a refused request gets no further work
    });
    return writeDocument(page, site, null);
  }

  return { sendPage, sendLoad, sendRefused, writeErrorPage };
}
