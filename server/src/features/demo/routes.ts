import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** GET /demo leads to the demo's pages, which live on another origin. */
export const demoRoutes: Feature = async (app, { demoUrl }) => {
  app.get(sitePath('demo'), (_request, reply) => {
    const url = demoUrl?.();
    if (!url) throw new AppError('NOT_FOUND');
    return reply.redirect(url, 302);
  });
};
