import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, Success } from '../../platform/http/schemas.ts';
import { changeList, createList, deleteList, replaceItems, toList } from './explore.ts';
import type { ListRow } from './list-repository.ts';
import { ItemsBody, ListBody, ListSchema, NewListBody, OwnListParams } from './schema.ts';

const ListResponse = Type.Object({ list: ListSchema });

/** Editing of administrators' lists. */
export const exploreEditRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const answer = (own: ListRow) => ({ response: { list: toList({ own }, config) } });
  const edit = { config: { action: 'explore.edit' } } as const;

  app.post(apiPath('explore_lists', config), {
    ...edit,
    schema: {
      summary: 'Makes a list of shows or episodes',
      body: NewListBody,
      response: Created(ListResponse),
    },
    handler: async (request) => answer(await createList(database, request.body)),
  });

  app.put(apiPath('explore_list', config), {
    ...edit,
    schema: {
      summary: 'Changes a list',
      params: OwnListParams,
      body: ListBody,
      response: Success(ListResponse),
    },
    handler: async ({ params, body }) => answer(await changeList(database, params.list_id, body)),
  });

  app.delete(apiPath('explore_list', config), {
    ...edit,
    schema: { summary: 'Removes a list', params: OwnListParams, response: Done },
    async handler({ params }) {
      await deleteList(database, params.list_id);
      return DONE;
    },
  });

  app.put(apiPath('explore_list_items', config), {
    ...edit,
    schema: {
      summary: 'Replaces the items of a list',
      params: OwnListParams,
      body: ItemsBody,
      response: Success(ListResponse),
    },
    handler: async ({ params, body }) =>
      answer(await replaceItems(database, params.list_id, body.items)),
  });
};
