import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** GET /demo and /demo/design lead to the demo's pages, which live on another origin. */
export const demoRoutes: Feature = async (app, { demoUrl }) => {
  for (const path of [sitePath('demo'), sitePath('demo_page')]) {
    app.get<{ Params: { page?: string } }>(path, ({ params: { page = '' } }, reply) => {
      const url = demoUrl?.();
      if (!url) throw new AppError('NOT_FOUND');
      return reply.redirect(url + encodeURIComponent(page), 302);
    });
  }
};
