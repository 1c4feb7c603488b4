import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { listPlans } from './plans.ts';
import { PlanSchema } from './schema.ts';

/** The plans of this host. */
export const planRoutes: Feature = async (app, { config, database }) => {
  app.get(apiPath('payment_plans', config), {
    config: { action: 'plan.read' },
    schema: {
      summary: 'The plans that members can choose, the cheapest first',
      response: Success(Type.Object({ items: Type.Array(PlanSchema) })),
    },
    handler: async () => ({ response: { items: await listPlans(database) } }),
  });
};
