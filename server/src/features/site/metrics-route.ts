import { AppError } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';

const MetricBody = Type.Object({
  job: Type.String({ maxLength: 300 }),
  outcome: Type.Enum(['success', 'error'], { type: 'string' }),
  duration_ms: Type.Number({ minimum: 0 }),
  reason: Type.Optional(Type.String({ maxLength: 300 })),
});

/** The site's scripts report how long their jobs take, and why some fail. A report becomes one line of the log. */
export function addMetricsRoute(
  app: FastifyInstance,
  { config }: Pick<FeatureDeps, 'config'>,
): void {
  const { origin } = new URL(config.siteUrl);
  app.post(
    sitePath('metrics'),
    { schema: { hide: true, body: MetricBody } },
    async (request, reply) => {
      if (config.metrics === 'off') throw new AppError('NOT_FOUND');
      if (request.headers.origin !== origin) throw new AppError('FORBIDDEN');
      request.log.info({ metric: request.body }, 'job of a script');
      return reply.code(204).send();
    },
  );
}
