import { AppError } from 'earshot/contract';
import {
  FLASH_COOKIE,
  FLASH_COOKIE_LIFETIME_S,
  isCookieDomain,
  ownAddress,
} from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { FLASH_NAME, withDismissed } from '../flash-messages/flash-messages.ts';
import { callOwnApi } from './own-api.ts';

/** The form that closes a message of the host without JavaScript. It redirects to the page that showed it. */
export function addFlashForm(app: Parameters<Feature>[0], config: Config): void {
  app.post(sitePath('flash_dismissal'), {
    schema: { hide: true, params: Type.Object({ name: Type.String() }), body: Type.Object({}) },
    async handler(request, reply) {
      const { name } = request.params;
      if (!FLASH_NAME.test(name)) throw new AppError('NOT_FOUND');
      const { userId } = request.actor;
      if (userId === null) {
        reply.setCookie(FLASH_COOKIE, withDismissed(request.cookies[FLASH_COOKIE], name), {
          path: '/',
          sameSite: 'lax',
          secure: config.siteUrl.startsWith('https:'),
          maxAge: FLASH_COOKIE_LIFETIME_S,
          ...(isCookieDomain(config.domain) ? { domain: config.domain } : {}),
        });
      } else {
        const url = apiPath('user_flash_message', config)
          .replace(':user_id', String(userId))
          .replace(':name', name);
        await callOwnApi(app, request, { method: 'DELETE', url });
      }
      const back = ownAddress(request.headers.referer, config.siteUrl) ?? '/';
      return reply.header('Cache-Control', 'no-store').redirect(back, 303);
    },
  });
}
