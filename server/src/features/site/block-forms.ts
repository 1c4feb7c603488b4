import { AppError, buildPath, type ErrorReason, PAGE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { UserName } from '../../platform/http/schemas.ts';
import { callOwnApi } from './own-api.ts';

const BlockForm = Type.Object({
  /** Permalink of the other user. */
  user: UserName,
  /** Present on the form of the settings, to which it returns. Other forms return to the page of the user. */
  from: Type.Optional(Type.Literal('settings')),
});

/** The forms that block and unblock a user without JavaScript. For a visitor they do nothing. */
export function addBlockForms(app: Parameters<Feature>[0], config: Config): void {
  for (const [page, method] of [
    ['block_user', 'PUT'],
    ['unblock_user', 'DELETE'],
  ] as const) {
    app.post(sitePath(page), {
      schema: { hide: true, body: BlockForm },
      async handler(request, reply) {
        const { user, from } = request.body;
        const { userId } = request.actor;
        reply.header('Cache-Control', 'no-store');
        if (userId !== null) {
          const url = apiPath('block', config)
            .replace(':user_permalink', String(userId))
            .replace(':blocked_permalink', encodeURIComponent(user));
          const payload = method === 'PUT' ? { payload: {} } : {};
          const answer = await callOwnApi(app, request, { method, url, ...payload });
          if (answer.statusCode >= 400) {
            const { reason } = answer.json<{ error: { reason: ErrorReason } }>().error;
            throw new AppError(reason);
          }
        }
        const next =
          from === 'settings'
            ? `${buildPath(ALL_PAGE_ROUTES, 'settings')}#settings-blocked`
            : buildPath(PAGE_ROUTES, 'user', { permalink: user });
        return reply.redirect(next, 303);
      },
    });
  }
}
