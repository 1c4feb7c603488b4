import type { HostList, HostListItem } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, Id, type IsSame, Success } from '../../platform/http/schemas.ts';
import { addItem, moveItem, moveList, readHostList, removeItem } from './edit-lists.ts';
import { listHostLists } from './edit-lists-repository.ts';

const HostListSchema = Type.Object({
  list_id: Type.Integer(),
  permalink: Type.String(),
  title: Type.String(),
  description: Type.String(),
  type: Type.Enum(['shows', 'episodes'], { type: 'string' }),
  is_published: Type.Boolean(),
  items: Type.Integer(),
});
true satisfies IsSame<Static<typeof HostListSchema>, HostList>;

const ItemSchema = Type.Object({
  item_id: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  is_shown: Type.Boolean(),
});
true satisfies IsSame<Static<typeof ItemSchema>, HostListItem>;

const ListId = Type.Object({ list_id: Id });
const ItemId = Type.Object({ list_id: Id, item_id: Id });
const MoveBody = Type.Object({ to: Type.Enum(['up', 'down'], { type: 'string' }) });

/** Administrators edit their lists, one item at a time. */
export const editListsRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const edit = { config: { action: 'explore.edit' } } as const;

  app.get(apiPath('host_lists', config), {
    ...edit,
    schema: {
      summary: 'All lists of administrators, also those that are not published',
      response: Success(Type.Object({ items: Type.Array(HostListSchema) })),
    },
    handler: async () => ({ response: { items: await listHostLists(database) } }),
  });

  app.get(apiPath('host_list', config), {
    ...edit,
    schema: {
      summary: 'A list and its items, also those that visitors do not see',
      params: ListId,
      response: Success(Type.Object({ list: HostListSchema, items: Type.Array(ItemSchema) })),
    },
    handler: async ({ params }) => ({ response: await readHostList(deps, params.list_id) }),
  });

  app.put(apiPath('host_list', config), {
    ...edit,
    schema: { summary: 'Moves a list', params: ListId, body: MoveBody, response: Done },
    async handler({ params, body }) {
      await moveList(database, params.list_id, body.to);
      return DONE;
    },
  });

  app.post(apiPath('host_list_items', config), {
    ...edit,
    schema: {
      summary: 'Adds a show or an episode to a list, by id or address',
      params: ListId,
      body: Type.Object({
        address: Type.String({
          minLength: 1,
          maxLength: 2_000,
          examples: ['https://pod.example/show/field-notes-on-sound'],
        }),
      }),
      response: Created(Type.Object({})),
    },
    async handler({ params, body }) {
      await addItem(deps, { listId: params.list_id, name: body.address });
      return DONE;
    },
  });

  app.put(apiPath('host_list_item', config), {
    ...edit,
    schema: { summary: 'Moves an item of a list', params: ItemId, body: MoveBody, response: Done },
    async handler({ params, body }) {
      await moveItem(deps, { listId: params.list_id, itemId: params.item_id, to: body.to });
      return DONE;
    },
  });

  app.delete(apiPath('host_list_item', config), {
    ...edit,
    schema: { summary: 'Takes an item out of a list', params: ItemId, response: Done },
    async handler({ params }) {
      await removeItem(deps, { listId: params.list_id, itemId: params.item_id });
      return DONE;
    },
  });
};
