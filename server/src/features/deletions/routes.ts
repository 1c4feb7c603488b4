import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { ListAnswer, Success } from '../../platform/http/schemas.ts';
import { UserParams } from '../users/users.ts';
import { listDeletions } from './deletions.ts';
import { DeletionSchema, DeletionsQuery } from './schema.ts';

/** Deleted things that a user can restore. */
export const deletionRoutes: Feature = async (app, deps) => {
  app.get(apiPath('deletions', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'user.restore' },
    schema: {
      summary: 'The deleted shows and episodes that a user can bring back',
      description:
        'Shows that the user owns, and episodes of shows that they may edit, the latest deletion first. An episode of a deleted show is listed once its show is back.',
      params: UserParams,
      querystring: DeletionsQuery,
      response: Success(ListAnswer(DeletionSchema)),
    },
    handler(request, reply) {
      const { user_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        key: `deletions ${user_id} ${listKey(request.query)}`,
        read: () => listDeletions({ ...deps, viewer: request.actor }, user_id, request.query),
      });
    },
  });
};
