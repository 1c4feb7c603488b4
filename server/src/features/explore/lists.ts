import { API_ROUTES, AppError, buildPath, type ExploreList } from 'earshot/contract';
import { CATEGORIES } from 'earshot/internal';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { type ListAnswer, type ListRequest, readList } from '../../platform/http/list-page.ts';
import { readId } from '../../platform/http/read-id.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { slugify } from '../../platform/text/slug.ts';
import * as repository from './list-repository.ts';

/** Lists that the server computes. `similar` needs a show, so that no list of lists names it. */
export const COMPUTED = ['new', 'popular', 'similar'] as const;
export type ComputedName = (typeof COMPUTED)[number];

const TITLES: Readonly<Record<ComputedName, string>> = {
  new: 'New shows',
  popular: 'Popular shows',
  similar: 'Similar shows',
};

/** The place of a list among all: its position, and then its id. Lists that are removed leave it where it is. */
type Place = [number, number];
const CURSOR = createCursorFormat(Type.Tuple([Type.Integer(), IdPosition]));

/** Computed lists come first: positions of the others begin at -1,000,000. */
const placeOf = (list: NamedList): Place =>
  'computed' in list
    ? [-2_000_000, COMPUTED.indexOf(list.computed)]
    : [list.own.position, list.own.list_id];

const isAfter = ([position, id]: Place, [afterPosition, afterId]: Place): boolean =>
  position > afterPosition || (position === afterPosition && id > afterId);

/** A list that an address names. */
export type NamedList = { computed: ComputedName } | { own: repository.ListRow };

/**
 * Finds a list by its id or permalink.
 * @throws AppError NOT_FOUND
 */
export async function mustFindList(database: Database, name: string): Promise<NamedList> {
  const computed = COMPUTED.find((one) => one === name);
  if (computed) return { computed };
  const id = readId(name);
  const own =
    id === null
      ? await repository.findListByPermalink(database, name)
      : await repository.findList(database, id);
  if (!own?.is_published) throw new AppError('NOT_FOUND');
  return { own };
}

export function toList(list: NamedList, { apiUrl }: Pick<Config, 'apiUrl'>): ExploreList {
  const fields =
    'computed' in list
      ? {
          list_id: list.computed,
          permalink: list.computed,
          title: TITLES[list.computed],
          description: '',
          type: 'shows' as const,
        }
      : list.own;
  const { list_id, permalink, title, description, type } = fields;
  const is_computed = 'computed' in list;
  const items_url = apiUrl + buildPath(API_ROUTES, 'explore_list_items', { list_id: permalink });
  return { list_id, permalink, title, description, type, is_computed, items_url };
}

/** The computed lists, and then those of the administrators in their order. */
export async function listLists(
  { database, config, sources }: ReadDeps,
  request: ListRequest,
): Promise<ListAnswer<ExploreList>> {
  sources?.add(ANYTHING);
  const own = await repository.listLists(database);
  const all: NamedList[] = [
    ...COMPUTED.filter((name) => name !== 'similar').map((computed) => ({ computed })),
    ...own.map((row) => ({ own: row })),
  ];
  return readList(request, {
    url: config.apiUrl + buildPath(API_ROUTES, 'explore_lists'),
    cursor: CURSOR,
    perPage: all.length,
    count: async () => all.length,
    async read({ after, offset, limit }) {
      const rest = after ? all.filter((list) => isAfter(placeOf(list), after)) : all;
      return rest.slice(offset, offset + limit);
    },
    positionOf: placeOf,
    toItem: (list) => toList(list, config),
  });
}

/** The names that an own list may not have in addresses, where categories and computed lists are named as well. */
const RESERVED = new Set<string>([...COMPUTED, ...CATEGORIES.map(({ permalink }) => permalink)]);

function permalinkFor(title: string): string {
  const name = slugify(title, 'list');
  return RESERVED.has(name) || /^\d+$/.test(name) ? `list-${name}` : name;
}

/** @throws AppError INVALID_REQUEST for a title without a visible character */
export function createList(
  database: Database,
  {
    title,
    type = 'shows',
    ...fields
  }: repository.ListFields & { title: string; type?: repository.ItemType },
): Promise<repository.ListRow> {
  const line = readTitle(title);
  return repository.insertList(database, permalinkFor(line), { ...fields, title: line, type });
}

/** @throws AppError INVALID_REQUEST, or NOT_FOUND if there is no such list */
export async function changeList(
  database: Database,
  listId: number,
  { title, ...fields }: repository.ListFields,
): Promise<repository.ListRow> {
  const changed = title === undefined ? fields : { ...fields, title: readTitle(title) };
  const row = await repository.updateList(database, listId, changed);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** @throws AppError NOT_FOUND if there is no such list */
export async function deleteList(database: Database, listId: number): Promise<void> {
  if (!(await repository.deleteList(database, listId))) throw new AppError('NOT_FOUND');
}

/**
 * Replaces the items of a list by these, in this order.
 * @throws AppError NOT_FOUND if there is no such list, INVALID_REQUEST for an item that not everybody may see
 */
export async function replaceItems(
  database: Database,
  listId: number,
  ids: readonly number[],
  { isChecked = true } = {},
): Promise<repository.ListRow> {
  return database.transaction().execute(async (transaction) => {
    const list = await repository.updateList(transaction, listId, {}); // also locks it
    if (!list) throw new AppError('NOT_FOUND');
    const known = isChecked
      ? await repository.findPublic(transaction, list.type, ids)
      : new Set(ids);
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) {
      const thing = list.type === 'shows' ? 'show' : 'episode';
      const messages = missing.map((id) => `items: there is no public ${thing} ${id}`);
      throw new AppError('INVALID_REQUEST', { messages });
    }
    await repository.saveItems(transaction, list, ids);
    return list;
  });
}

function readTitle(title: string): string {
  const line = cleanLine(title);
  if (line === '') throw new AppError('INVALID_REQUEST', { messages: ['title: is empty'] });
  return line;
}
