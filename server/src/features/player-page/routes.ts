import { WIDGET_ROUTES } from 'earshot/contract';
import { type EmbedOptions, OPTION_NAMES, parsePlayerQuery } from 'earshot/embed';
import { resolveLanguage } from 'earshot/internal';
import type { PlayerPageData } from 'earshot-site/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature, ReadDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { canonicalQuery } from '../../platform/cache/canonical-query.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { readEarshotAddress } from '../../platform/http/earshot-address.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { afterSamples } from '../../platform/http/waiting-page.ts';
import { findAdsUrl } from '../ads/ads.ts';
import { findNewAddress } from '../former-addresses/former-addresses.ts';
import { socketUrl } from '../push/push.ts';
import {
  findOptions,
  findPlayable,
  findQuotedPart,
  nothing,
  type PlayerPageContent,
  statusOf,
} from './player-page.ts';
import { movedPagePolicy, playerPagePolicy } from './security.ts';

const PUBLIC = 'public, max-age=60, stale-while-revalidate=300';

/** GET /player is the page inside the frames. Every origin may frame it, and it never redirects. */
export const playerPageRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;
  protectPages(app, {
    'Content-Security-Policy': writePolicy(playerPagePolicy(config, renderers.inlineScript)),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A page with cross-origin isolation frames only pages that have it too.
    'Cross-Origin-Embedder-Policy': 'credentialless',
  });

  const errorHandler = handleErrorInWords(async (error, request) => {
    const asked = askedBy(request);
    return render(nothing(error), asked, { options: parsePlayerQuery(asked.query), adsUrl: null });
  });

  const options = { ...CACHED_ROUTE, ...afterSamples(deps), errorHandler };
  app.get(widgetPath('player'), options, (request, reply) => {
    const asked = askedBy(request);
    return sendAnswer(deps.answers, request, reply, {
      isEarly: true,
      key: `player ${asked.language} ${asked.query}`,
      make: (sources) => makePage({ ...deps, sources }, asked),
    });
  });

  async function makePage(readDeps: ReadDeps, asked: Asked): Promise<Content> {
    const options = await findOptions(readDeps, asked.query);
    const moved = await findMoved(readDeps, asked, options);
    if (moved) return moved;
    const { part, error } = await findQuotedPart(readDeps, options);
    const content = error ? nothing(error) : await findPlayable(readDeps, asked.query, options);
    return {
      status: statusOf(content),
      type: 'text/html; charset=utf-8',
      body: render(content, asked, {
        options: { ...options, ...part },
        adsUrl: await findAdsUrl(deps),
      }),
      headers: { 'Cache-Control': cacheControlOf(content, options), Vary: 'Accept-Language' },
    };
  }

  /** The player of a show that has moved to another Earshot is a frame within ours. */
  async function findMoved(
    { database, sources }: ReadDeps,
    { query, language }: Asked,
    options: EmbedOptions,
  ): Promise<Content | null> {
    const address = readEarshotAddress(`${config.widgetUrl}${WIDGET_ROUTES.player}?${query}`);
    const to = address && (await findNewAddress(database, address));
    if (!to) return null;
    sources?.add(`show:${to.showId}`);
    return {
      type: 'text/html; charset=utf-8',
      body: renderers.renderMovedPage(to.url, { culture: language, ...options }),
      headers: {
        'Cache-Control': PUBLIC,
        Vary: 'Accept-Language',
        Link: `<${to.url}>; rel="canonical"`,
        'Content-Security-Policy': writePolicy(movedPagePolicy(renderers.relayScript)),
      },
    };
  }

  function render(
    content: PlayerPageContent,
    { query, language }: Asked,
    { options, adsUrl }: { options: EmbedOptions; adsUrl: string | null },
  ): string {
    const culture = options.culture ?? language;
    const isLive = content.episode?.type === 'LIVE';
    const data: PlayerPageData = {
      ...content,
      query,
      config: pageConfig(culture, adsUrl),
      ...(isLive ? { push_url: socketUrl(config, deps.pushApp) } : {}),
    };
    return renderers.renderPlayerPage(data, { script: renderers.assetUrl('player.js'), options });
  }

  const pageConfig = (culture: string, adsUrl: string | null) => ({
    api_url: config.apiUrl,
    site_url: config.siteUrl,
    widget_url: config.widgetUrl,
    product_name: config.productName,
    ads_url: adsUrl,
    ...(config.isConsentRequired ? { consent_required: true as const } : {}),
    ...(config.numbersListening === 'on' ? { listening: 'embed' as const } : {}),
    culture,
  });
};

/** The parts of a request that determine its page. */
interface Asked {
  query: string;
  language: string;
}

function askedBy({ url, headers }: FastifyRequest): Asked {
  const at = url.indexOf('?');
  return {
    query: canonicalQuery(at === -1 ? '' : url.slice(at + 1), { keep: OPTION_NAMES }),
    language: resolveLanguage(headers['accept-language']),
  };
}

/**
 * Shared caches must not keep a page that was opened with a key. A page of a quote is checked at each use, because the
 * words of the quote may have moved.
 */
function cacheControlOf({ error, episode }: PlayerPageContent, { quote }: EmbedOptions): string {
  if (error) return 'no-store';
  if (episode?.state === 'private') return 'private, no-cache';
  if (quote !== undefined) return 'public, no-cache';
  return PUBLIC;
}
