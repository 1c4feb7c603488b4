import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { ListQuery, listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { ListAnswer, Success } from '../../platform/http/schemas.ts';
import { EpisodeSchema } from '../episodes/episodes.ts';
import { listTagEpisodes } from './tags.ts';

/** The episodes of a tag. */
export const tagRoutes: Feature = async (app, deps) => {
  app.get(apiPath('tag_episodes', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'tag.read' },
    schema: {
      summary: 'The episodes of a tag, the newest first',
      params: Type.Object({ tag_name: Type.String({ minLength: 1, maxLength: 500 }) }),
      querystring: Type.Object(ListQuery),
      response: Success(ListAnswer(EpisodeSchema)),
    },
    handler(request, reply) {
      const { tag_name } = request.params;
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `tag_episodes ${listKey(request.query)} ${tag_name}`,
        read: (sources) =>
          listTagEpisodes({ ...deps, sources, viewer: request.actor }, tag_name, request.query),
      });
    },
  });
};
