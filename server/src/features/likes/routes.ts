import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Id, UserName } from '../../platform/http/schemas.ts';
import { EpisodeSchema } from '../episodes/episodes.ts';
import { serveListOfUser } from '../users/users.ts';
import { LIKES, like, unlike } from './likes.ts';

const params = Type.Object({ user_id: UserName, episode_id: Id });
/** Opens a private episode. It is also read from the query. */
const body = Type.Object({ key: Type.Optional(Type.String()) });

/** The episodes that users like. */
export const likeRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const write = { action: 'like.write' } as const;

  app.put(apiPath('like', config), {
    config: write,
    schema: { summary: 'Likes an episode', params, querystring: body, body, response: Done },
    async handler({ params: { user_id, episode_id }, query, body, actor }) {
      const key = body.key ?? query.key;
      await like(deps, { user: user_id, episodeId: episode_id }, { actor, key });
      return DONE;
    },
  });

  app.delete(apiPath('like', config), {
    config: write,
    schema: { summary: 'Takes a like back', params, response: Done },
    async handler({ params: { user_id, episode_id }, actor }) {
      await unlike(deps, { user: user_id, episodeId: episode_id }, actor);
      return DONE;
    },
  });

  serveListOfUser(app, deps, {
    list: LIKES,
    summary: 'The episodes that a user likes',
    item: EpisodeSchema,
  });
};
