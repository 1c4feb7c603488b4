import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson, UNANNOUNCED } from '../../platform/cache/send-answer.ts';
import { ListQuery, listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import {
  CommonQuery,
  DONE,
  Done,
  Id,
  ListAnswer,
  Success,
  UserName,
} from '../../platform/http/schemas.ts';
import { EpisodeSchema } from '../episodes/episodes.ts';
import { like, listLikes, unlike } from './likes.ts';

const params = Type.Object({ user_id: UserName, episode_id: Id });
/** Opens a private episode. */
const body = Type.Object({ key: Type.Optional(Type.String()) });

/** The episodes that users like. */
export const likeRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const write = { action: 'like.write', keepsAnswers: true } as const;

  app.put(
    apiPath('like', config),
    { config: write, schema: { summary: 'Likes an episode', params, body, response: Done } },
    async ({ params: { user_id, episode_id }, body: { key }, actor }) => {
      await like(deps, { user: user_id, episodeId: episode_id }, { actor, key });
      return DONE;
    },
  );

  app.delete(
    apiPath('like', config),
    { config: write, schema: { summary: 'Takes a like back', params, response: Done } },
    async ({ params: { user_id, episode_id }, actor }) => {
      await unlike(deps, { user: user_id, episodeId: episode_id }, actor);
      return DONE;
    },
  );

  app.get(
    apiPath('likes', config),
    {
      ...CACHED_ROUTE,
      config: { action: 'user.read' },
      schema: {
        summary: 'The episodes that a user likes',
        params: Type.Object({ user_id: UserName }),
        querystring: Type.Object({ ...CommonQuery, ...ListQuery }),
        response: Success(ListAnswer(EpisodeSchema)),
      },
    },
    (request, reply) => {
      const { user_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        ...UNANNOUNCED,
        isEarly: true,
        key: `likes ${user_id} ${listKey(request.query)}`,
        read: (sources) =>
          listLikes({ ...deps, sources, viewer: request.actor }, user_id, request.query),
      });
    },
  );
};
