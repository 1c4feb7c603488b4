import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Id, ItemList, Success } from '../../platform/http/schemas.ts';
import { mustHaveShow } from '../shows/shows.ts';
import { getPlaylist, listEpisodes, mustHaveEpisode } from './episodes.ts';
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
  for (const name of ['episode', 'episode_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
      {
        ...CACHED_ROUTE,
        schema: {
          params: EpisodeParams,
          querystring: EpisodeQuery,
          response: Success(Type.Object({ episode: EpisodeSchema })),
        },
      },
      (request, reply) => {
        const { episode_id } = request.params;
        const segments = request.query.export?.split(',').includes('episode_segments') ?? false;
        return sendJson(deps.answers, request, reply, {
          key: `episode ${episode_id} ${segments}`,
          read: async (sources) => ({
            episode: await mustHaveEpisode({ ...deps, sources }, episode_id, { segments }),
          }),
        });
      },
    );
  }

  for (const name of ['show_episodes', 'show_episodes_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
      {
        ...CACHED_ROUTE,
        schema: {
          params: ShowParams,
          querystring: EpisodePageQuery,
          response: Success(ItemList(EpisodeSchema)),
        },
      },
      (request, reply) => {
        const { show_id } = request.params;
        const { cursor, limit } = request.query;
        return sendJson(deps.answers, request, reply, {
          key: `show_episodes ${show_id} ${cursor} ${limit}`,
          async read(sources) {
            await mustHaveShow(deps, show_id);
            return listEpisodes({ ...deps, sources }, show_id, { cursor, limit });
          },
        });
      },
    );
  }

  app.get(
    apiPath('show_playlist', deps.config),
    {
      ...CACHED_ROUTE,
      schema: {
        params: ShowParams,
        querystring: EpisodePageQuery,
        response: Success(PlaylistSchema),
      },
    },
    (request, reply) => {
      const { show_id } = request.params;
      const { cursor, limit } = request.query;
      return sendJson(deps.answers, request, reply, {
        key: `show_playlist ${show_id} ${cursor} ${limit}`,
        async read(sources) {
          await mustHaveShow(deps, show_id);
          return getPlaylist({ ...deps, sources }, show_id, { cursor, limit });
        },
      });
    },
  );
};
