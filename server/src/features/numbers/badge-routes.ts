import { AppError } from 'earshot/contract';
import { resolveLanguage } from 'earshot/internal';
import { BADGE_ROUTES } from 'earshot-site/contract';
import type { Feature } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import { CACHED_ROUTE, sendAnswer } from '../../platform/cache/send-answer.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { routePath } from '../../platform/http/paths.ts';
import { getShow } from '../shows/shows.ts';
import { drawBadge } from './badge.ts';
import { ShowParams } from './schema.ts';

/** The downloads of a show as a picture in its language, if its author shows them to everybody. */
export const badgeRoutes: Feature = async (app, deps) => {
  app.get(routePath(BADGE_ROUTES.show_badge), {
    ...CACHED_ROUTE,
    schema: { hide: true, params: ShowParams },
    handler(request, reply) {
      const { show_id } = request.params;
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendAnswer(deps.answers, request, reply, {
        key: `badge ${show_id}`,
        make: async (sources) => {
          const show = await getShow({ ...deps, sources, viewer: ANONYMOUS }, show_id);
          if (show?.downloads === undefined) throw new AppError('NOT_FOUND');
          const language = resolveLanguage(show.language);
          const figure = new Intl.NumberFormat(language).format(show.downloads);
          return {
            body: drawBadge(textIn(language, 'badge', 'downloads'), figure),
            type: 'image/svg+xml',
            headers: { 'Cache-Control': 'public, max-age=3600' },
          };
        },
      });
    },
  });
};
