import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { ItemList, ListAnswer, Success } from '../../platform/http/schemas.ts';
import { EpisodeSchema } from '../episodes/episodes.ts';
import { ShowSchema } from '../shows/shows.ts';
import {
  listCategories,
  listItems,
  listLists,
  listShowsIn,
  mustFindList,
  toList,
} from './explore.ts';
import {
  CategoryParams,
  CategoryTreeSchema,
  ListItemsQuery,
  ListParams,
  ListSchema,
  PageQuery,
} from './schema.ts';

const read = { ...CACHED_ROUTE, config: { action: 'explore.read' } } as const;

/** Lists and categories for browsing. */
export const exploreRoutes: Feature = async (app, deps) => {
  const { answers, config } = deps;

  app.get(apiPath('explore_lists', config), {
    ...read,
    schema: {
      summary: 'All lists of shows and episodes',
      querystring: PageQuery,
      response: Success(ListAnswer(ListSchema)),
    },
    handler: (request, reply) =>
      sendJson(answers, request, reply, {
        isEarly: true,
        key: `explore_lists ${listKey(request.query)}`,
        read: (sources) => listLists({ ...deps, sources }, request.query),
      }),
  });

  app.get(apiPath('explore_list', config), {
    ...read,
    schema: {
      summary: 'A list of shows or episodes',
      params: ListParams,
      response: Success(Type.Object({ list: ListSchema })),
    },
    async handler(request) {
      const list = await mustFindList(deps.database, request.params.list_id);
      return { response: { list: toList(list, config) } };
    },
  });

  app.get(apiPath('explore_list_items', config), {
    ...read,
    schema: {
      summary: 'The items of a list',
      params: ListParams,
      querystring: ListItemsQuery,
      // The serialiser takes the first match: a show has no episode_id.
      response: Success(ListAnswer(Type.Union([EpisodeSchema, ShowSchema]))),
    },
    handler(request, reply) {
      const { list_id } = request.params;
      const { query } = request;
      return sendJson(answers, request, reply, {
        isEarly: true,
        key: `explore_list_items ${listKey(query)} ${query.show_id} ${list_id}`,
        read: (sources) => listItems({ ...deps, sources, viewer: request.actor }, list_id, query),
      });
    },
  });

  app.get(apiPath('explore_categories', config), {
    ...read,
    schema: {
      summary: 'All categories, with the number of their shows',
      response: Success(ItemList(CategoryTreeSchema)),
    },
    handler: (request, reply) =>
      sendJson(answers, request, reply, {
        isEarly: true,
        key: 'explore_categories',
        read: async (sources) => ({
          items: await listCategories({ ...deps, sources }),
          next_url: null,
        }),
      }),
  });

  app.get(apiPath('explore_category_items', config), {
    ...read,
    schema: {
      summary: 'The shows of a category, the best first',
      params: CategoryParams,
      querystring: PageQuery,
      response: Success(ListAnswer(ShowSchema)),
    },
    handler(request, reply) {
      const { permalink } = request.params;
      return sendJson(answers, request, reply, {
        isEarly: true,
        key: `explore_category_items ${listKey(request.query)} ${permalink}`,
        read: (sources) =>
          listShowsIn({ ...deps, sources, viewer: request.actor }, permalink, request.query),
      });
    },
  });
};
