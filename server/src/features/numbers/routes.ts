import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { getNumbers } from './numbers.ts';
import { NumbersParams, NumbersQuery, NumbersSchema } from './schema.ts';

/** The downloads of a show, for its editors. */
export const numbersRoutes: Feature = async (app, { config, database, numbersClock }) => {
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
      const now = numbersClock?.() ?? new Date();
      reply.header('Cache-Control', 'no-store');
      return { response: await getNumbers(database, { ...query, showId: params.show_id }, now) };
    },
  );
};
