import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { nowOf } from './days.ts';
import { describeMethod } from './describe-method.ts';
import { compareAges } from './downloads-at-age.ts';
import { getEpisodeNumbers, getShowNumbers } from './numbers.ts';
import {
  AgeComparisonSchema,
  AgeQuery,
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
    isRedirected: config.s3?.reads === 'presigned' || config.proxySends !== 'off',
    ...query,
  });

  app.get(apiPath('show_numbers', config), {
    config: { action: 'numbers.read' },
    schema: {
      summary: 'The downloads of a show',
      description: DESCRIPTION,
      params: ShowParams,
      querystring: NumbersQuery,
      response: Success(ShowNumbersSchema),
    },
    async handler({ params, query }, reply) {
      reply.header('Cache-Control', 'no-store');
      const { show_id } = params;
      return { response: await getShowNumbers(database, show_id, askedBy(query), nowOf(deps)) };
    },
  });

  app.get(apiPath('show_numbers_by_age', config), {
    config: { action: 'numbers.read' },
    schema: {
      summary: 'The newest episodes of a show by their age',
      description:
        'Up to ten episodes that were counted from their publication on, the newest first. The current hour and the one before it are left out, because they may still be counted.',
      params: ShowParams,
      querystring: AgeQuery,
      response: Success(AgeComparisonSchema),
    },
    async handler({ params, query }, reply) {
      reply.header('Cache-Control', 'no-store');
      const asked = { window: config.numbersWindow, ...query, now: nowOf(deps) };
      return { response: await compareAges(database, params.show_id, asked) };
    },
  });

  app.get(apiPath('episode_numbers', config), {
    config: { action: 'numbers.read_episode' },
    schema: {
      summary: 'The downloads of an episode',
      description: DESCRIPTION,
      params: EpisodeParams,
      querystring: NumbersQuery,
      response: Success(EpisodeNumbersSchema),
    },
    async handler({ params, query }, reply) {
      reply.header('Cache-Control', 'no-store');
      const { episode_id } = params;
      return {
        response: await getEpisodeNumbers(database, episode_id, askedBy(query), nowOf(deps)),
      };
    },
  });

  app.get(apiPath('numbers_method', config), {
    config: { action: 'api.read' },
    schema: {
      summary: 'How downloads are counted',
      description: 'The constants of the method of `docs/numbers.md`, as this host uses them.',
      response: Success(MethodSchema),
    },
    handler: async () => ({ response: describeMethod(config) }),
  });
};
