import { OPTION_NAMES, parsePlayerQuery } from 'earshot/embed';
import { type PlayerPageData, resolveLanguage } from 'earshot/internal';
import type { Feature, ReadDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { canonicalQuery } from '../../platform/cache/canonical-query.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { findPlayable, statusOf } from './player-page.ts';

/** GET /player: the framed page. It answers at the address that it was asked at, for any origin. */
export const playerPageRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;

  app.get(widgetPath('player'), CACHED_ROUTE, (request, reply) => {
    const at = request.url.indexOf('?');
    const query = canonicalQuery(at === -1 ? '' : request.url.slice(at + 1), {
      keep: OPTION_NAMES,
    });
    const language = resolveLanguage(request.headers['accept-language']);
    return sendAnswer(deps.answers, request, reply, {
      key: `player ${language} ${query}`,
      make: (sources) => makePage({ ...deps, sources }, query, language),
    });
  });

  async function makePage(readDeps: ReadDeps, query: string, language: string): Promise<Content> {
    const options = parsePlayerQuery(query);
    const found = await findPlayable(readDeps, options);
    const culture = options.culture ?? language;
    const data: PlayerPageData = { ...found, query, config: pageConfig(culture) };
    return {
      status: statusOf(found),
      type: 'text/html; charset=utf-8',
      body: renderers.renderPlayerPage(data, { script: renderers.assetUrl('player.js'), options }),
      headers: {
        'Cache-Control': found.error
          ? 'no-store'
          : 'public, max-age=60, stale-while-revalidate=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // A page that isolates itself frames only pages that isolate themselves too.
        'Cross-Origin-Embedder-Policy': 'credentialless',
        Vary: 'Accept-Language',
      },
    };
  }

  const pageConfig = (culture: string) => ({
    api_url: config.apiUrl,
    site_url: config.siteUrl,
    widget_url: config.widgetUrl,
    product_name: config.productName,
    ads_url: config.adsUrl,
    culture,
  });
};
