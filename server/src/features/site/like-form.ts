import { AppError, buildPath, type Envelope, type Episode, PAGE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { Id } from '../../platform/http/schemas.ts';
import { callOwnApi } from './own-api.ts';

/**
 * The form that likes an episode without JavaScript. It redirects to the episode, or a visitor to the login and back.
 */
export function addLikeForm(app: Parameters<Feature>[0], config: Config): void {
  app.post(sitePath('like'), {
    schema: { hide: true, params: Type.Object({ episode_id: Id }), body: Type.Object({}) },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const { userId } = request.actor;
      reply.header('Cache-Control', 'no-store');
      if (userId === null) {
        const redirect = buildPath(ALL_PAGE_ROUTES, 'like', { episode_id });
        const query = new URLSearchParams({ redirect });
        return reply.redirect(`${buildPath(PAGE_ROUTES, 'login')}?${query}`, 303);
      }
      const read = await callOwnApi(app, request, {
        method: 'GET',
        url: apiPath('episode', config).replace(':episode_id', String(episode_id)),
      });
      const found = read.json<Envelope<{ episode: Episode }>>();
      if ('error' in found) throw new AppError('EPISODE_UNAVAILABLE');
      const url = apiPath('like', config)
        .replace(':user_id', String(userId))
        .replace(':episode_id', String(episode_id));
      const answer = await callOwnApi(app, request, { method: 'PUT', url });
      if (answer.statusCode >= 400) throw new AppError('EPISODE_UNAVAILABLE');
      return reply.redirect(found.response.episode.site_url, 303);
    },
  });
}
