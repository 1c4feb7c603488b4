import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import {
  PermalinkBody,
  PermalinkQuery,
  PermalinkSchema,
  SeenUserSchema,
  UserParams,
} from './schema.ts';
import { checkPermalink, findUserId, mustSeeUser, setPermalink } from './users.ts';

const permalinkAnswer = Success(Type.Object({ permalink: PermalinkSchema }));

/** A user, and their permalink. */
export const userRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  for (const name of ['user', 'user_v1'] as const) {
    app.get(apiPath(name, config), {
      ...CACHED_ROUTE,
      config: { action: 'user.read' },
      schema: {
        summary: 'A user',
        params: UserParams,
        response: Success(Type.Object({ user: SeenUserSchema })),
      },
      handler(request, reply) {
        const { user_id } = request.params;
        return sendJson(deps.answers, request, reply, {
          isEarly: true,
          key: `user ${user_id}`,
          read: async (sources) => ({
            user: await mustSeeUser({ ...deps, sources, viewer: request.actor }, user_id),
          }),
        });
      },
    });
  }

  app.get(apiPath('user_permalink', config), {
    config: { action: 'user.edit' },
    schema: {
      summary: 'Tells whether a permalink is free',
      params: UserParams,
      querystring: PermalinkQuery,
      response: permalinkAnswer,
    },
    async handler(request) {
      const userId = await findUserId(database, request.params.user_id);
      const permalink = await checkPermalink(database, userId, request.query.permalink);
      return { response: { permalink } };
    },
  });

  app.put(apiPath('user_permalink', config), {
    config: { action: 'user.edit' },
    schema: {
      summary: 'Sets the permalink of a user',
      params: UserParams,
      body: PermalinkBody,
      response: permalinkAnswer,
    },
    async handler(request) {
      const userId = await findUserId(database, request.params.user_id);
      return { response: { permalink: await setPermalink(deps, userId, request.body.permalink) } };
    },
  });
};
