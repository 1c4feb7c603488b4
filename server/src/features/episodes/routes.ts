import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPrefix } from '../../platform/http/paths.ts';
import { Id, ItemList, Success } from '../../platform/http/schemas.ts';
import { mustHaveShow } from '../shows/shows.ts';
import { getEpisode, getPlaylist, listEpisodes } from './episodes.ts';
import {
  EpisodePageQuery,
  EpisodeParams,
  EpisodeQuery,
  EpisodeSchema,
  PlaylistSchema,
} from './schema.ts';

const ShowParams = Type.Object({ show_id: Id });

/** One episode, and the episodes of a show as pages and as a playlist. */
export const episodeRoutes: Feature = async (app, deps) => {
  const api = apiPrefix(deps.config.apiUrl);

  for (const path of ['/v2/episodes/:episode_id', '/episode/:episode_id']) {
    app.get(
      api + path,
      {
        schema: {
          params: EpisodeParams,
          querystring: EpisodeQuery,
          response: Success(Type.Object({ episode: EpisodeSchema })),
        },
      },
      async ({ params, query }) => {
        const segments = query.export?.split(',').includes('episode_segments') ?? false;
        const episode = await getEpisode(deps, params.episode_id, { segments });
        if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
        return { response: { episode } };
      },
    );
  }

  for (const path of ['/v2/shows/:show_id/episodes', '/show/:show_id/episodes']) {
    app.get(
      api + path,
      {
        schema: {
          params: ShowParams,
          querystring: EpisodePageQuery,
          response: Success(ItemList(EpisodeSchema)),
        },
      },
      async ({ params, query }) => {
        await mustHaveShow(deps, params.show_id);
        return { response: await listEpisodes(deps, params.show_id, query) };
      },
    );
  }

  app.get(
    `${api}/show/:show_id/episodes/playlist`,
    {
      schema: {
        params: ShowParams,
        querystring: EpisodePageQuery,
        response: Success(PlaylistSchema),
      },
    },
    async ({ params, query }) => {
      await mustHaveShow(deps, params.show_id);
      return { response: await getPlaylist(deps, params.show_id, query.cursor) };
    },
  );
};
