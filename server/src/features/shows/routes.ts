import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { CommonQuery, ItemList, Success } from '../../platform/http/schemas.ts';
import { ShowPageQuery, ShowParams, ShowSchema } from './schema.ts';
import { listShows, mustHaveShow } from './shows.ts';

const querystring = Type.Object(CommonQuery);

/** All shows, and one show. */
export const showRoutes: Feature = async (app, deps) => {
  app.get(
    apiPath('shows', deps.config),
    {
      ...CACHED_ROUTE,
      schema: { querystring: ShowPageQuery, response: Success(ItemList(ShowSchema)) },
    },
    (request, reply) => {
      const { cursor, limit } = request.query;
      return sendJson(deps.answers, request, reply, {
        key: `shows ${cursor} ${limit}`,
        read: (sources) => listShows({ ...deps, sources }, { cursor, limit }),
      });
    },
  );

  for (const name of ['show', 'show_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
      {
        ...CACHED_ROUTE,
        schema: {
          params: ShowParams,
          querystring,
          response: Success(Type.Object({ show: ShowSchema })),
        },
      },
      (request, reply) => {
        const { show_id } = request.params;
        return sendJson(deps.answers, request, reply, {
          key: `show ${show_id}`,
          read: async (sources) => ({ show: await mustHaveShow({ ...deps, sources }, show_id) }),
        });
      },
    );
  }
};
