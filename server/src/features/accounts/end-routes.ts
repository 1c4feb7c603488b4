import type { Feature, OnAccountEnd } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { DONE, Done } from '../../platform/http/schemas.ts';
import { findUserId, UserParams } from '../users/users.ts';
import { endAccount } from './end-account.ts';
import { EndBody } from './schema.ts';
import { setSessionCookie } from './session-cookie.ts';

/** The end of an account, with the parts of all features. */
export const accountEndRoutes =
  (parts: readonly OnAccountEnd[]): Feature =>
  async (app, deps) => {
    for (const name of ['user', 'user_v1'] as const) {
      app.delete(apiPath(name, deps.config), {
        config: { action: 'user.delete' },
        schema: {
          summary: 'Deletes an account',
          description:
            'Take the archive of `GET /user/{user_id}/export` before. If the e-mail address is confirmed, a link to an archive is mailed to it as well; it works for 30 days. An administrator may delete the accounts of others. `password` is that of the user who sends the request, if they have one.',
          params: UserParams,
          body: EndBody,
          response: Done,
        },
        async handler(request, reply) {
          const actorId = memberId(request);
          await app.rateLimits.take('login', { account: `user ${actorId}` });
          const userId = await findUserId(deps.database, request.params.user_id, request.actor);
          const { password } = request.body;
          const language = languageOf(request);
          await endAccount({ ...deps, parts }, { userId, actorId, password, language });
          if (userId === actorId) {
            setSessionCookie(request, reply, { secret: null, config: deps.config });
          }
          return DONE;
        },
      });
    }
  };
