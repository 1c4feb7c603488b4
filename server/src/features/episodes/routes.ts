import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import { CommonQuery, EpisodeSchema, Id, Success } from '../../platform/http/schemas.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

const Params = Type.Object({ episode_id: Id });
const Query = Type.Object({
  ...CommonQuery,
  export: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
});

/** /v2/episodes/{episode_id} and its older spelling. */
export const episodeRoutes =
  ({ catalogue }: { catalogue: Catalogue }): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const path of ['/v2/episodes/:episode_id', '/episode/:episode_id']) {
      app.get(
        path,
        {
          schema: {
            params: Params,
            querystring: Query,
            response: Success(Type.Object({ episode: EpisodeSchema })),
          },
        },
        async ({ params, query }) => {
          const segments = query.export?.split(',').includes('episode_segments') ?? false;
          const episode = await catalogue.getEpisodeById(params.episode_id, { segments });
          if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
          return { response: { episode } };
        },
      );
    }
  };
