import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { ListQuery, listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, ListAnswer, Success, UserName } from '../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.ts';
import { block, listBlocks, unblock } from './blocks.ts';
import { BanSchema } from './schema.ts';

const params = Type.Object({ user_permalink: UserName, blocked_permalink: UserName });

/** The users whom a user has blocked. */
export const blockRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const write = { action: 'block.write' } as const;

  app.put(apiPath('block', config), {
    config: write,
    schema: {
      summary: 'Blocks a user',
      params,
      body: Type.Object({}),
      response: Success(Type.Object({ ban: BanSchema })),
    },
    async handler({ params: { user_permalink, blocked_permalink }, actor }) {
      const named = { blocker: user_permalink, blocked: blocked_permalink };
      return { response: { ban: await block(deps, named, actor) } };
    },
  });

  app.delete(apiPath('block', config), {
    config: write,
    schema: { summary: 'Blocks a user no longer', params, response: Done },
    async handler({ params: { user_permalink, blocked_permalink }, actor }) {
      await unblock(database, { blocker: user_permalink, blocked: blocked_permalink }, actor);
      return DONE;
    },
  });

  app.get(apiPath('blocks', config), {
    ...CACHED_ROUTE,
    config: { action: 'block.read' },
    schema: {
      summary: 'The users that a user has blocked',
      params: Type.Object({ user_permalink: UserName }),
      querystring: Type.Object(ListQuery),
      response: Success(ListAnswer(UserSchema)),
    },
    handler(request, reply) {
      const { user_permalink } = request.params;
      return sendJson(deps.answers, request, reply, {
        key: `blocks ${user_permalink} ${listKey(request.query)}`,
        read: () => listBlocks({ ...deps, viewer: request.actor }, user_permalink, request.query),
      });
    },
  });
};
