import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { ListAnswer, Success } from '../../platform/http/schemas.ts';
import { ShowPageQuery, ShowParams, ShowSchema } from './schema.ts';
import { listShows, mustSeeShow } from './shows.ts';

/** All shows, and one show. */
export const showRoutes: Feature = async (app, deps) => {
  app.get(apiPath('shows', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'show.read' },
    schema: {
      summary: 'All shows',
      querystring: ShowPageQuery,
      response: Success(ListAnswer(ShowSchema)),
    },
    handler: (request, reply) =>
      sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `shows ${listKey(request.query)}`,
        read: (sources) => listShows({ ...deps, sources, viewer: request.actor }, request.query),
      }),
  });

  for (const name of ['show', 'show_v1'] as const) {
    app.get(apiPath(name, deps.config), {
      ...CACHED_ROUTE,
      config: { action: 'show.read' },
      schema: {
        summary: 'A show',
        params: ShowParams,
        response: Success(Type.Object({ show: ShowSchema })),
      },
      handler(request, reply) {
        const { show_id } = request.params;
        return sendJson(deps.answers, request, reply, {
          isEarly: true,
          key: `show ${show_id}`,
          read: async (sources) => ({
            show: await mustSeeShow({ ...deps, sources, viewer: request.actor }, show_id),
          }),
        });
      },
    });
  }
};
