import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done } from '../../platform/http/schemas.ts';
import { UserParams } from '../users/users.ts';
import { endAccount } from './end-account.ts';
import { languageOf } from './request-language.ts';
import { EndBody } from './schema.ts';
import { setSessionCookie } from './session-cookie.ts';

/** The end of an account. */
export const accountEndRoutes: Feature = async (app, deps) => {
  for (const name of ['user', 'user_v1'] as const) {
    app.delete(
      apiPath(name, deps.config),
      {
        config: { action: 'user.delete' },
        schema: {
          summary: 'Deletes an account',
          description:
            'Take the archive of `GET /user/{user_id}/export` before. If the e-mail address is confirmed, a link to an archive is mailed as well; it works for 30 days. `password` is needed if the account has one.',
          params: UserParams,
          body: EndBody,
          response: Done,
        },
      },
      async (request, reply) => {
        const userId = memberId(request);
        await app.rateLimits.take('login', { account: `user ${userId}` });
        const { password } = request.body;
        await endAccount(deps, { userId, password, language: languageOf(request) });
        setSessionCookie(request, reply, { secret: null, config: deps.config });
        return DONE;
      },
    );
  }
};
