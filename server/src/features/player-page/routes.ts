import { parsePlayerQuery } from 'earshot/embed';
import type { PlayerPageData } from 'earshot/internal';
import type { Feature } from '../../feature.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { findPlayable, statusOf } from './player-page.ts';

/** GET /player: the framed page. It answers at the address that it was asked at, for any origin. */
export const playerPageRoutes: Feature = async (app, deps) => {
  const { config, renderers } = deps;

  app.get(widgetPath('player'), async (request, reply) => {
    const at = request.url.indexOf('?');
    const query = at === -1 ? '' : request.url.slice(at + 1);
    const options = parsePlayerQuery(query);
    const culture = options.culture ?? request.headers['accept-language'] ?? '';
    const found = await findPlayable(deps, options);
    const data: PlayerPageData = { ...found, query, config: pageConfig(culture) };
    reply
      .code(statusOf(found))
      .type('text/html; charset=utf-8')
      .headers({
        'Cache-Control': found.error ? 'no-store' : 'public, max-age=60',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // A page that isolates itself frames only pages that isolate themselves too.
        'Cross-Origin-Embedder-Policy': 'credentialless',
        Vary: 'Accept-Language',
      });
    return renderers.renderPlayerPage(data, {
      script: renderers.assetUrl('player.js'),
      options,
    });
  });

  const pageConfig = (culture: string) => ({
    api_url: config.apiUrl,
    site_url: config.siteUrl,
    widget_url: config.widgetUrl,
    product_name: config.productName,
    ads_url: config.adsUrl,
    culture: culture.slice(0, 40),
  });
};
