import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { nowOf } from './days.ts';
import { getNumbers } from './numbers.ts';
import { NumbersParams, NumbersQuery, NumbersSchema } from './schema.ts';

/** The downloads of a show, for its editors. */
export const numbersRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  app.get(
    apiPath('show_numbers', config),
    {
      config: { action: 'numbers.read' },
      schema: {
        summary: 'The downloads of a show',
        description:
          'Counted from the log of requests for audio, as `docs/numbers.md` describes. The figures of today and yesterday may still change.',
        params: NumbersParams,
        querystring: NumbersQuery,
        response: Success(NumbersSchema),
      },
    },
    async ({ params, query }, reply) => {
      reply.header('Cache-Control', 'no-store');
      return {
        response: await getNumbers(
          database,
          { ...query, showId: params.show_id, isRedirected: config.s3?.reads === 'presigned' },
          nowOf(deps),
        ),
      };
    },
  );
};
