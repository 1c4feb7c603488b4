import { AppError, buildPath, matchPath, PAGE_ROUTES } from 'earshot/contract';
import type { HostList, HostListItem } from 'earshot/internal';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/read-json.ts';
import * as care from './care-repository.ts';
import { findPublic } from './list-repository.ts';
import { replaceItems } from './lists.ts';

export type Direction = 'up' | 'down';

interface CareDeps {
  database: Database;
  config: Pick<Config, 'siteUrl'>;
}

/** @throws AppError NOT_FOUND */
async function mustFind(database: Database, listId: number): Promise<HostList> {
  const lists = await care.listHostLists(database);
  const list = lists.find(({ list_id }) => list_id === listId);
  if (!list) throw new AppError('NOT_FOUND');
  return list;
}

/**
 * A list with everything in it, also what visitors do not see.
 * @throws AppError NOT_FOUND
 */
export async function readHostList(
  { database, config }: CareDeps,
  listId: number,
): Promise<{ list: HostList; items: HostListItem[] }> {
  const list = await mustFind(database, listId);
  const rows = await care.listHostItems(database, listId);
  const items = rows.map(({ user_permalink, permalink, ...item }) => ({
    ...item,
    url:
      config.siteUrl +
      (list.type === 'shows'
        ? buildPath(PAGE_ROUTES, 'show', { permalink })
        : buildPath(PAGE_ROUTES, 'episode', { user_permalink, episode_permalink: permalink })),
  }));
  return { list, items };
}

const idsOf = async (database: Database, listId: number) =>
  (await care.listHostItems(database, listId)).map(({ item_id }) => item_id);

/**
 * Adds a show or an episode at the end of a list. It is named by its id or by the address of its page.
 * @throws AppError NOT_FOUND, or INVALID_REQUEST
 */
export async function addItem(
  deps: CareDeps,
  { listId, name }: { listId: number; name: string },
): Promise<void> {
  const { type } = await mustFind(deps.database, listId);
  const id = await idOf(deps, { type, name: name.trim() });
  const ids = await idsOf(deps.database, listId);
  if (ids.includes(id)) throw invalid('address: is in this list already');
  await mustBePublic(deps.database, type, id);
  await saveOrder(deps.database, listId, [...ids, id]);
}

async function mustBePublic(database: Database, type: HostList['type'], id: number): Promise<void> {
  if ((await findPublic(database, type, [id])).has(id)) return;
  const thing = type === 'shows' ? 'show' : 'episode';
  throw invalid(`address: must be the address of the page of a public ${thing}`);
}

async function idOf(
  { database, config }: CareDeps,
  { type, name }: { type: HostList['type']; name: string },
): Promise<number> {
  if (/^[1-9]\d{0,8}$/.test(name)) return Number(name);
  const thing = type === 'shows' ? 'show' : 'episode';
  const path = URL.canParse(name, config.siteUrl) ? new URL(name, config.siteUrl).pathname : '';
  const match = matchPath(PAGE_ROUTES, path);
  let id: number | null = null;
  if (match?.name === thing) {
    const params: Readonly<Record<string, string>> = match.params;
    const permalink = (thing === 'show' ? params.permalink : params.episode_permalink) ?? '';
    id = await care.findByPermalinks(database, { user: params.user_permalink ?? null, permalink });
  }
  if (id === null) throw invalid(`address: must be the address of the page of a public ${thing}`);
  return id;
}

/** @throws AppError NOT_FOUND */
export async function removeItem(
  { database }: CareDeps,
  { listId, itemId }: { listId: number; itemId: number },
): Promise<void> {
  const ids = await idsOf(database, listId);
  if (!ids.includes(itemId)) throw new AppError('NOT_FOUND');
  await saveOrder(database, listId, without(ids, itemId));
}

const without = (ids: readonly number[], gone: number) => ids.filter((id) => id !== gone);

/** What visitors do not see now may come back, so that it keeps its place. */
async function saveOrder(database: Database, listId: number, ids: readonly number[]) {
  await replaceItems(database, listId, ids, { isChecked: false });
}

/** @throws AppError NOT_FOUND */
export async function moveItem(
  { database }: CareDeps,
  { listId, itemId, to }: { listId: number; itemId: number; to: Direction },
): Promise<void> {
  const ids = await idsOf(database, listId);
  if (!ids.includes(itemId)) throw new AppError('NOT_FOUND');
  await saveOrder(database, listId, moved(ids, itemId, to));
}

/** @throws AppError NOT_FOUND */
export async function moveList(database: Database, listId: number, to: Direction): Promise<void> {
  await mustFind(database, listId);
  const ids = (await care.listHostLists(database)).map(({ list_id }) => list_id);
  await care.placeLists(database, moved(ids, listId, to));
}

/** The same ids, one of them a place earlier or later. At the end it stays where it is. */
export function moved(ids: readonly number[], id: number, to: Direction): number[] {
  const at = ids.indexOf(id) + (to === 'up' ? -1 : 1);
  const rest = without(ids, id);
  return [...rest.slice(0, Math.max(0, at)), id, ...rest.slice(Math.max(0, at))];
}
