import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import {
  CommonQuery,
  EpisodeSchema,
  Id,
  ItemListSchema,
  PlaylistSchema,
  ShowSchema,
  Success,
} from '../../platform/http/schemas.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

const Params = Type.Object({ show_id: Id });
const Paged = Type.Object({
  ...CommonQuery,
  cursor: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const EPISODES_PER_PAGE = 10; // spec 9, pager

/** /v2/shows, /show/{show_id} and what lies below them. */
export const showRoutes =
  ({ catalogue }: { catalogue: Catalogue }): FastifyPluginAsyncTypebox =>
  async (app) => {
    async function mustExist(showId: number) {
      const show = await catalogue.getShowById(showId);
      if (!show) throw new AppError('SHOW_UNAVAILABLE');
      return show;
    }

    app.get(
      '/v2/shows',
      {
        schema: {
          querystring: Type.Object(CommonQuery),
          response: Success(ItemListSchema(ShowSchema)),
        },
      },
      async () => ({ response: { items: await catalogue.listShows(), next_url: null } }),
    );

    for (const path of ['/v2/shows/:show_id', '/show/:show_id']) {
      app.get(
        path,
        {
          schema: {
            params: Params,
            querystring: Type.Object(CommonQuery),
            response: Success(Type.Object({ show: ShowSchema })),
          },
        },
        async ({ params }) => ({ response: { show: await mustExist(params.show_id) } }),
      );

      app.get(
        `${path}/episodes`,
        {
          schema: {
            params: Params,
            querystring: Paged,
            response: Success(ItemListSchema(EpisodeSchema)),
          },
        },
        async ({ params, query }) => {
          await mustExist(params.show_id);
          const { cursor = null, limit = EPISODES_PER_PAGE } = query;
          return { response: await catalogue.listEpisodePage(params.show_id, { cursor, limit }) };
        },
      );
    }

    app.get(
      '/show/:show_id/episodes/playlist',
      { schema: { params: Params, querystring: Paged, response: Success(PlaylistSchema) } },
      async ({ params, query }) => {
        await mustExist(params.show_id);
        return { response: await catalogue.getPlaylist(params.show_id, query.cursor ?? null) };
      },
    );
  };
