import { AppError, type ErrorReason, type PlayerPageData } from 'earshot/contract';
import { parsePlayerQuery } from 'earshot/embed';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../config.ts';
import { ID_MAX } from '../../platform/database/tables.ts';
import type { Renderers } from '../../platform/renderers.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

export interface PlayerDeps {
  catalogue: Catalogue;
  config: Config;
  renderers: Renderers;
}

/** GET /player: the framed page. It answers at the address that it was asked at, for any origin. */
export const playerRoutes =
  ({ catalogue, config, renderers }: PlayerDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/player', async (request, reply) => {
      const at = request.url.indexOf('?');
      const query = at === -1 ? '' : request.url.slice(at + 1);
      const culture = parsePlayerQuery(query).culture ?? request.headers['accept-language'] ?? '';
      const found = await find(query);
      const data: PlayerPageData = { ...found, query, config: pageConfig(culture) };
      reply
        .code(found.error ? new AppError(found.error).code : 200)
        .type('text/html; charset=utf-8')
        .headers({
          'Cache-Control': 'public, max-age=60',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          // Pages that isolate themselves frame only what does the same.
          'Cross-Origin-Embedder-Policy': 'credentialless',
          Vary: 'Accept-Language',
        });
      return renderers.renderPlayerPage(data, { script: renderers.assetUrl('player.js') });
    });

    const pageConfig = (culture: string) => ({
      api_url: config.apiUrl,
      site_url: config.siteUrl,
      widget_url: config.widgetUrl,
      product_name: config.productName,
      ads_url: config.adsUrl,
      culture: culture.slice(0, 40),
    });

    async function find(query: string): Promise<Omit<PlayerPageData, 'config' | 'query'>> {
      const options = parsePlayerQuery(query);
      const [kind, id] = options.resource?.split('=') ?? [];
      if (Number(id) > ID_MAX) return nothing('EPISODE_UNAVAILABLE');
      if (kind === 'episode_id') return findEpisode(Number(id), options.playlist === 'show');
      if (kind === 'show_id') return findShow(Number(id), options.playlist !== 'false');
      return nothing('EPISODE_UNAVAILABLE');
    }

    async function findEpisode(id: number, withPlaylist: boolean) {
      const episode = await catalogue.getEpisodeById(id, { segments: true });
      if (!episode) return nothing('EPISODE_UNAVAILABLE');
      const show = withPlaylist ? await catalogue.getShowById(episode.show_id) : null;
      return {
        episode: forPlaying(episode),
        show,
        playlist: show && (await playlistOf(show.show_id)),
        error: null,
      };
    }

    async function findShow(id: number, withPlaylist: boolean) {
      const show = await catalogue.getShowById(id);
      const newest =
        show && (await catalogue.listEpisodePage(id, { cursor: null, limit: 1 })).items[0];
      if (!newest) return nothing('SHOW_UNAVAILABLE');
      const episode = await catalogue.getEpisodeById(newest.episode_id, { segments: true });
      if (!episode) return nothing('SHOW_UNAVAILABLE');
      const playlist = withPlaylist ? await playlistOf(id) : null;
      return {
        episode: forPlaying(episode),
        show: { ...show, description: '' },
        playlist,
        error: null,
      };
    }

    const playlistOf = async (showId: number) =>
      (await catalogue.getPlaylist(showId, null)).playlist;
  };

/** The notes of an episode can be long, and a player shows none of them. */
function forPlaying<Entity extends { description: string }>(entity: Entity): Entity {
  return { ...entity, description: '' };
}

function nothing(error: ErrorReason) {
  return { episode: null, show: null, playlist: null, error };
}
