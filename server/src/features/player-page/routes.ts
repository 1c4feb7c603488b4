import { type EmbedOptions, OPTION_NAMES, parsePlayerQuery } from 'earshot/embed';
import { resolveLanguage } from 'earshot/internal';
import type { PlayerPageData } from 'earshot-site/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature, ReadDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { canonicalQuery } from '../../platform/cache/canonical-query.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { afterSamples } from '../../platform/http/waiting-page.ts';
import { findAdsUrl } from '../ads/ads.ts';
import { socketUrl } from '../push/push.ts';
import {
  findPlayable,
  findQuotedPart,
  nothing,
  type PlayerPageContent,
  type QuotedPart,
  statusOf,
} from './player-page.ts';
import { playerPagePolicy } from './security.ts';

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
    return render(nothing(error), askedBy(request));
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
    const options = parsePlayerQuery(asked.query);
    const { part, error } = await findQuotedPart(readDeps, options);
    const content = error ? nothing(error) : await findPlayable(readDeps, asked.query, options);
    return {
      status: statusOf(content),
      type: 'text/html; charset=utf-8',
      body: render(content, asked, { part, adsUrl: await findAdsUrl(deps) }),
      headers: {
        'Cache-Control': cacheControlOf(content, options),
        Vary: 'Accept-Language',
      },
    };
  }

  function render(
    content: PlayerPageContent,
    { query, language }: Asked,
    { part, adsUrl = null }: Pick<QuotedPart, 'part'> & { adsUrl?: string | null } = {},
  ): string {
    const options = { ...parsePlayerQuery(query), ...part };
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

/** A page opened with a key must not be in shared caches. That of a quote must not name an earlier place of the words. */
function cacheControlOf({ error, episode }: PlayerPageContent, { quote }: EmbedOptions): string {
  if (error) return 'no-store';
  if (episode?.state === 'private') return 'private, no-cache';
  if (quote !== undefined) return 'public, no-cache';
  return 'public, max-age=60, stale-while-revalidate=300';
}
