import { API_ROUTES, AppError, buildPath, type ExploreList } from 'earshot/contract';
import { CATEGORIES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { type ListRequest, readList } from '../../platform/http/list-page.ts';
import { readId } from '../../platform/http/read-id.ts';
import { slugify } from '../../platform/text/slug.ts';
import { readTitle } from '../../platform/text/title.ts';
import { countShowsByLanguage } from './item-repository.ts';
import * as repository from './list-repository.ts';

/** Computed lists. `similar` needs a show, so it is not in the list of lists. */
const COMPUTED = ['new', 'popular', 'similar'] as const;
export type ComputedName = (typeof COMPUTED)[number];

const TITLES: Readonly<Record<ComputedName, string>> = {
  new: 'New shows',
  popular: 'Popular shows',
  similar: 'Similar shows',
};

/** Addresses of the lists by language. */
const LANGUAGE_NAME = /^language-[a-z]{2,3}$/;
const LANGUAGE_TITLES = new Intl.DisplayNames(['en'], { type: 'language' });
const SHOWS_COUNTED = 900_000; // more shows in a language do not move its list further up

/** The position of a list among all: its position, and then its id. It does not change if lists are removed. */
type Place = [number, number];
const CURSOR = createCursorFormat(Type.Tuple([Type.Integer(), IdPosition]));

/** Computed lists come first, then the languages with most shows: positions of the others begin at -1,000,000. */
function placeOf(list: NamedList): Place {
  if ('own' in list) return [list.own.position, list.own.list_id];
  if ('computed' in list) return [-2_000_000, COMPUTED.indexOf(list.computed)];
  return [-1_000_001 - Math.min(list.shows, SHOWS_COUNTED), numberOf(list.language)];
}

const isAfter = ([position, id]: Place, [afterPosition, afterId]: Place): boolean =>
  position > afterPosition || (position === afterPosition && id > afterId);

/** Letters and digits as a number, which a place can hold. */
const numberOf = (name: string): number => Number.parseInt(name, 36);

/** The shows in one language. */
interface LanguageList {
  /** Primary subtag (BCP 47). */
  language: string;
  /** The number of listed shows. */
  shows: number;
}

/** A list given by an address. */
export type NamedList = { computed: ComputedName } | LanguageList | { own: repository.ListRow };

/**
 * Finds a list by its id or permalink.
 * @throws AppError NOT_FOUND
 */
export async function mustFindList(database: Database, name: string): Promise<NamedList> {
  const computed = COMPUTED.find((one) => one === name);
  if (computed) return { computed };
  if (LANGUAGE_NAME.test(name)) {
    const named = (await listLanguages(database)).find((list) => languageName(list) === name);
    if (named) return named;
  }
  const id = readId(name);
  const own = await repository.findList(database, id === null ? { permalink: name } : { id });
  if (!own?.is_published) throw new AppError('NOT_FOUND');
  return { own };
}

export function toList(list: NamedList, { apiUrl }: Pick<Config, 'apiUrl'>): ExploreList {
  const is_computed = !('own' in list);
  const { list_id, permalink, title, description, type } = is_computed
    ? computedFields(list)
    : list.own;
  const language = 'language' in list ? list.language : null;
  const items_url = apiUrl + buildPath(API_ROUTES, 'explore_list_items', { list_id: permalink });
  return { list_id, permalink, title, description, type, language, is_computed, items_url };
}

function computedFields(list: Exclude<NamedList, { own: unknown }>) {
  const name = 'computed' in list ? list.computed : languageName(list);
  const title =
    'computed' in list
      ? TITLES[list.computed]
      : `Shows in ${LANGUAGE_TITLES.of(list.language) ?? list.language}`;
  return { list_id: name, permalink: name, title, description: '', type: 'shows' as const };
}

const languageName = ({ language }: LanguageList): string => `language-${language}`;

/** The languages of listed shows, those with most shows first. */
async function listLanguages(database: Database): Promise<LanguageList[]> {
  const counted = await countShowsByLanguage(database);
  return counted.sort((a, b) => b.shows - a.shows || numberOf(a.language) - numberOf(b.language));
}

/** The computed lists, those of the languages if there are several, and those of the administrators. */
export async function listLists({ database, config, sources }: ReadDeps, request: ListRequest) {
  sources?.add(ANYTHING);
  const own = await repository.listLists(database);
  const languages = await listLanguages(database);
  const all: NamedList[] = [
    ...COMPUTED.filter((name) => name !== 'similar').map((computed) => ({ computed })),
    ...(languages.length > 1 ? languages : []),
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

/** Names that administrators' lists may not have, because addresses use them for categories and computed lists. */
const RESERVED = new Set<string>([...COMPUTED, ...CATEGORIES.map(({ permalink }) => permalink)]);

function permalinkFor(title: string): string {
  const name = slugify(title, 'list');
  return RESERVED.has(name) || LANGUAGE_NAME.test(name) || /^\d+$/.test(name)
    ? `list-${name}`
    : name;
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
 * Locks a list until the caller's transaction ends, so that its items change one change after the other.
 * @throws AppError NOT_FOUND if there is no such list
 */
export async function lockList(transaction: Database, listId: number): Promise<repository.ListRow> {
  const list = await repository.updateList(transaction, listId, {});
  if (!list) throw new AppError('NOT_FOUND');
  return list;
}

/**
 * Replaces the items of a list by these, in this order.
 * @throws AppError NOT_FOUND if there is no such list, INVALID_REQUEST for an item that is not public
 */
export async function replaceItems(database: Database, listId: number, ids: readonly number[]) {
  return database.transaction().execute(async (transaction) => {
    const list = await lockList(transaction, listId);
    const known = await repository.findPublic(transaction, list.type, ids);
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
