import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPrefix } from '../../platform/http/paths.ts';
import { CommonQuery, ItemList, Success } from '../../platform/http/schemas.ts';
import { ShowParams, ShowSchema } from './schema.ts';
import { listShows, mustHaveShow } from './shows.ts';

const querystring = Type.Object(CommonQuery);

/** All shows, and one show. */
export const showRoutes: Feature = async (app, deps) => {
  const api = apiPrefix(deps.config.apiUrl);

  app.get(
    `${api}/v2/shows`,
    { schema: { querystring, response: Success(ItemList(ShowSchema)) } },
    async () => ({ response: { items: await listShows(deps), next_url: null } }),
  );

  for (const path of ['/v2/shows/:show_id', '/show/:show_id']) {
    app.get(
      api + path,
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
