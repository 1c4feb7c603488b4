import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { getDashboard } from './dashboard.ts';
import { DashboardSchema } from './schema.ts';

/** An author's first look at their shows. */
export const dashboardRoutes: Feature = async (app, deps) => {
  app.get(apiPath('dashboard', deps.config), {
    config: { action: 'dashboard.read' },
    schema: {
      summary: 'How your shows do, and what is next',
      description:
        'For the first 24 shows of your own and the first 24 of others that you edit: the downloads of the last 30 days (UTC), and the newest episode beside the ones before it at the same age. For all of them: the next scheduled episode, drafts and the newest comments. It marks nothing as read.',
      response: Success(DashboardSchema),
    },
    async handler(request, reply) {
      reply.header('Cache-Control', 'no-store');
      return {
        response: await getDashboard({ ...deps, viewer: request.actor }, memberId(request)),
      };
    },
  });
};
