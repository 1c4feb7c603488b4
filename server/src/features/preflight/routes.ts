import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Success } from '../../platform/http/schemas.ts';
import { EpisodeParams } from '../episodes/episodes.ts';
import { inspectEpisode } from './preflight.ts';
import { PreflightAnswer } from './schema.ts';

/** Problems that authors should fix before they publish an episode. */
export const preflightRoutes: Feature = async (app, deps) => {
  app.get(apiPath('episode_preflight', deps.config), {
    config: { action: 'episode.edit' },
    schema: {
      summary: 'What is wrong or missing before an episode is published',
      params: EpisodeParams,
      response: Success(PreflightAnswer),
    },
    async handler(request) {
      const { episode_id } = request.params;
      const items = await inspectEpisode(deps, episode_id, languageOf(request));
      return { response: { items } };
    },
  });
};
