import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { CommonQuery, ItemList, Success } from '../../platform/http/schemas.ts';
import { ShowPageQuery, ShowParams, ShowSchema } from './schema.ts';
import { listShows, mustHaveShow } from './shows.ts';

const querystring = Type.Object(CommonQuery);

/** All shows, and one show. */
export const showRoutes: Feature = async (app, deps) => {
  app.get(
    apiPath('shows', deps.config),
    { schema: { querystring: ShowPageQuery, response: Success(ItemList(ShowSchema)) } },
    async ({ query }) => ({ response: await listShows(deps, query) }),
  );

  for (const name of ['show', 'show_v1'] as const) {
    app.get(
      apiPath(name, deps.config),
      {
        schema: {
          params: ShowParams,
          querystring,
          response: Success(Type.Object({ show: ShowSchema })),
        },
      },
      async ({ params }) => ({ response: { show: await mustHaveShow(deps, params.show_id) } }),
    );
  }
};
