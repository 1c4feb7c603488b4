import { AppError, buildPath, matchPath, PAGE_ROUTES } from 'earshot/contract';
import type { HostList, HostListItem } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import * as repository from './edit-lists-repository.ts';
import { findPublic, type ListRow, saveItems } from './list-repository.ts';
import { lockList } from './lists.ts';

export type Direction = 'up' | 'down';

interface ListDeps {
  database: Database;
  config: Pick<Config, 'siteUrl'>;
}

/** @throws AppError NOT_FOUND */
async function mustFind(database: Database, listId: number): Promise<HostList> {
  const lists = await repository.listHostLists(database);
  const list = lists.find(({ list_id }) => list_id === listId);
  if (!list) throw new AppError('NOT_FOUND');
  return list;
}

/**
 * A list with all its items, including those hidden from visitors.
 * @throws AppError NOT_FOUND
 */
export async function readHostList(
  { database, config }: ListDeps,
  listId: number,
): Promise<{ list: HostList; items: HostListItem[] }> {
  const list = await mustFind(database, listId);
  const rows = await repository.listHostItems(database, listId);
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

/**
 * Changes the items of a list. The list is locked before its items are read, so that a change keeps what another one has
 * just saved. Items that visitors do not see at the moment keep their place, because they may come back.
 * @throws AppError NOT_FOUND
 */
async function changeItems(
  database: Database,
  listId: number,
  change: (ids: number[], list: ListRow, transaction: Database) => Promise<number[]>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const list = await lockList(transaction, listId);
    const rows = await repository.listHostItems(transaction, listId);
    const ids = rows.map(({ item_id }) => item_id);
    await saveItems(transaction, list, await change(ids, list, transaction));
  });
}

/**
 * Appends a show or an episode to a list, given by its id or by the address of its page.
 * @throws AppError NOT_FOUND, or INVALID_REQUEST
 */
export async function addItem(
  { database, config }: ListDeps,
  { listId, name }: { listId: number; name: string },
): Promise<void> {
  await changeItems(database, listId, async (ids, { type }, transaction) => {
    const id = await idOf({ database: transaction, config }, { type, name: name.trim() });
    if (ids.includes(id)) throw invalid('address', 'in_list');
    if (!(await findPublic(transaction, type, [id])).has(id)) throw notPublic(type);
    return [...ids, id];
  });
}

const notPublic = (type: HostList['type']) =>
  invalid('address', type === 'shows' ? 'public_show' : 'public_episode');

async function idOf(
  { database, config }: ListDeps,
  { type, name }: { type: HostList['type']; name: string },
): Promise<number> {
  if (/^[1-9]\d{0,8}$/.test(name)) return Number(name);
  const thing = type === 'shows' ? 'show' : 'episode';
  const path = parseUrl(name, config.siteUrl)?.pathname ?? '';
  const match = matchPath(PAGE_ROUTES, path);
  let id: number | null = null;
  if (match?.name === thing) {
    const params: Readonly<Record<string, string>> = match.params;
    const permalink = (thing === 'show' ? params.permalink : params.episode_permalink) ?? '';
    id = await repository.findByPermalinks(database, {
      user: params.user_permalink ?? null,
      permalink,
    });
  }
  if (id === null) throw notPublic(type);
  return id;
}

/** @throws AppError NOT_FOUND */
export async function removeItem(
  { database }: ListDeps,
  { listId, itemId }: { listId: number; itemId: number },
): Promise<void> {
  await changeItems(database, listId, async (ids) => without(requireItem(ids, itemId), itemId));
}

const without = (ids: readonly number[], gone: number) => ids.filter((id) => id !== gone);

function requireItem(ids: readonly number[], itemId: number): readonly number[] {
  if (!ids.includes(itemId)) throw new AppError('NOT_FOUND');
  return ids;
}

/** @throws AppError NOT_FOUND */
export async function moveItem(
  { database }: ListDeps,
  { listId, itemId, to }: { listId: number; itemId: number; to: Direction },
): Promise<void> {
  await changeItems(database, listId, async (ids) => moved(requireItem(ids, itemId), itemId, to));
}

/** @throws AppError NOT_FOUND */
export async function moveList(database: Database, listId: number, to: Direction): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await repository.lockLists(transaction);
    await mustFind(transaction, listId);
    const ids = (await repository.listHostLists(transaction)).map(({ list_id }) => list_id);
    await repository.placeLists(transaction, moved(ids, listId, to));
  });
}

/** The same ids, with one moved a position earlier or later. At the end of the list it stays. */
export function moved(ids: readonly number[], id: number, to: Direction): number[] {
  const at = ids.indexOf(id) + (to === 'up' ? -1 : 1);
  const rest = without(ids, id);
  return [...rest.slice(0, Math.max(0, at)), id, ...rest.slice(Math.max(0, at))];
}
