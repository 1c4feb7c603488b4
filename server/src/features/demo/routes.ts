import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { afterSamples, sendWaitingPage } from '../../platform/http/waiting-page.ts';

/** GET /demo and /demo/design redirect to the demo's pages, which have another origin. */
export const demoRoutes: Feature = async (app, deps) => {
  const { demo } = deps;
  for (const path of [sitePath('demo'), sitePath('demo_page')]) {
    app.get<{ Params: { page?: string } }>(path, afterSamples(deps), (request, reply) => {
      const { page = '' } = request.params;
      if (demo?.url) return reply.redirect(demo.url + encodeURIComponent(page), 302);
      if (demo?.isComing) return sendWaitingPage(request, reply, 'demo');
      throw new AppError('NOT_FOUND');
    });
  }
};
