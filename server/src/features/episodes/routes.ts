import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
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
  for (const name of ['episode', 'episode_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
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

  for (const name of ['show_episodes', 'show_episodes_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
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
    apiPath('show_playlist', deps.config),
    {
      schema: {
        params: ShowParams,
        querystring: EpisodePageQuery,
        response: Success(PlaylistSchema),
      },
    },
    async ({ params, query }) => {
      await mustHaveShow(deps, params.show_id);
      return { response: await getPlaylist(deps, params.show_id, query) };
    },
  );
};
