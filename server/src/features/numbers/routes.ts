import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { nowOf } from './days.ts';
import { describeMethod } from './describe-method.ts';
import { getEpisodeNumbers, getShowNumbers } from './numbers.ts';
import {
  EpisodeNumbersSchema,
  EpisodeParams,
  MethodSchema,
  NumbersQuery,
  ShowNumbersSchema,
  ShowParams,
} from './schema.ts';

const DESCRIPTION =
  'Counted from the log of requests for audio, as `docs/numbers.md` describes. The figures of today and yesterday may still change.';

/** The downloads of shows and episodes for their editors, and how they are counted. */
export const numbersRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const askedBy = <Query extends object>(query: Query) => ({
    window: config.numbersWindow,
    isRedirected: config.s3?.reads === 'presigned',
    ...query,
  });

  app.get(
    apiPath('show_numbers', config),
    {
      config: { action: 'numbers.read' },
      schema: {
        summary: 'The downloads of a show',
        description: DESCRIPTION,
        params: ShowParams,
        querystring: NumbersQuery,
        response: Success(ShowNumbersSchema),
      },
    },
    async ({ params, query }, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { show_id } = params;
      return { response: await getShowNumbers(database, show_id, askedBy(query), nowOf(deps)) };
    },
  );

  app.get(
    apiPath('episode_numbers', config),
    {
      config: { action: 'numbers.read_episode' },
      schema: {
        summary: 'The downloads of an episode',
        description: DESCRIPTION,
        params: EpisodeParams,
        querystring: NumbersQuery,
        response: Success(EpisodeNumbersSchema),
      },
    },
    async ({ params, query }, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { episode_id } = params;
      return {
        response: await getEpisodeNumbers(database, episode_id, askedBy(query), nowOf(deps)),
      };
    },
  );

  app.get(
    apiPath('numbers_method', config),
    {
      config: { action: 'api.read' },
      schema: {
        summary: 'How downloads are counted',
        description: 'The constants of the method of `docs/numbers.md`, as this host uses them.',
        response: Success(MethodSchema),
      },
    },
    async () => ({ response: describeMethod(config) }),
  );
};
