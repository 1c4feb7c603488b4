import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { Id, ListAnswer, Success } from '../../platform/http/schemas.ts';
import { requireMay } from '../policy/policy.ts';
import { mustHaveShow } from '../shows/shows.ts';
import { filterQuery, isEmptyFilter } from './episode-filter.ts';
import {
  areForEditors,
  getPlaylist,
  listEpisodes,
  listEpisodesByState,
  mustSeeEpisode,
} from './episodes.ts';
import {
  EpisodePageQuery,
  EpisodeParams,
  EpisodeQuery,
  EpisodeSchema,
  PlaylistQuery,
  PlaylistSchema,
} from './schema.ts';

const ShowParams = Type.Object({ show_id: Id });

/** One episode, and the episodes of a show as pages and as a playlist. */
export const episodeRoutes: Feature = async (app, deps) => {
  for (const name of ['episode', 'episode_v1'] as const) {
    app.get(apiPath(name, deps.config), {
      ...CACHED_ROUTE,
      config: { action: 'episode.read' },
      schema: {
        summary: 'An episode',
        params: EpisodeParams,
        querystring: EpisodeQuery,
        response: Success(Type.Object({ episode: EpisodeSchema })),
      },
      handler(request, reply) {
        const { episode_id } = request.params;
        const { key } = request.query;
        const segments = request.query.export?.split(',').includes('episode_segments') ?? false;
        const reading = { segments, key };
        const viewer = request.actor;
        return sendJson(deps.answers, request, reply, {
          isEarly: true,
          key: `episode ${episode_id} ${segments} ${key}`,
          read: async (sources) => ({
            episode: await mustSeeEpisode({ ...deps, sources, viewer }, episode_id, reading),
          }),
        });
      },
    });
  }

  for (const name of ['show_episodes', 'show_episodes_v1'] as const) {
    app.get(apiPath(name, deps.config), {
      ...CACHED_ROUTE,
      config: { action: 'show.read' },
      schema: {
        summary: 'The episodes of a show, newest first',
        description:
          'With `state`, only those. Editors of the show may ask for all states, others for `published` and `live`. ' +
          'With `q`, those whose title or notes have all of its words; with `season`, those of it; with `sort=oldest`, in the other order.',
        params: ShowParams,
        querystring: EpisodePageQuery,
        response: Success(ListAnswer(EpisodeSchema)),
      },
      handler(request, reply) {
        const { show_id } = request.params;
        const { state, q, sort, season, ...page } = request.query;
        const filter = { q, sort, season };
        if (state && !isEmptyFilter({ sort, season }))
          throw invalid('state', 'cannot be combined with sort or season');
        const states = state && [...new Set(state)].sort();
        return sendJson(deps.answers, request, reply, {
          isEarly: true,
          key: `show_episodes ${show_id} ${listKey(page)} ${states} ${filterQuery(filter)}`,
          async read(sources) {
            const readDeps = { ...deps, sources, viewer: request.actor };
            await mustHaveShow(readDeps, show_id);
            if (!states) return listEpisodes(readDeps, show_id, { ...page, ...filter });
            if (areForEditors(states)) {
              await requireMay(deps.database, request.actor, { action: 'show.edit', id: show_id });
            }
            return listEpisodesByState(readDeps, show_id, { ...page, states, q });
          },
        });
      },
    });
  }

  app.get(apiPath('show_playlist', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'show.read' },
    schema: {
      summary: 'The episodes of a show as a playlist',
      params: ShowParams,
      querystring: PlaylistQuery,
      response: Success(PlaylistSchema),
    },
    handler(request, reply) {
      const { show_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `show_playlist ${show_id} ${listKey(request.query)}`,
        async read(sources) {
          const readDeps = { ...deps, sources, viewer: request.actor };
          await mustHaveShow(readDeps, show_id);
          return getPlaylist(readDeps, show_id, request.query);
        },
      });
    },
  });
};
