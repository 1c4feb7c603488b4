import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed, isShowListed } from '../policy/policy.ts';

export type ListRow = Selectable<Schema['explore_lists']>;
export type ItemType = Schema['explore_lists']['type'];

export interface ListFields {
  title?: string;
  description?: string;
  position?: number;
  is_published?: boolean;
}

/** The lists of administrators, in their public order. */
export function listLists(database: Database): Promise<ListRow[]> {
  return database
    .selectFrom('explore_lists')
    .selectAll()
    .where('is_published', '=', true)
    .orderBy('position')
    .orderBy('list_id')
    .execute();
}

export function findList(database: Database, where: { id: number } | { permalink: string }) {
  const lists = database.selectFrom('explore_lists').selectAll();
  return (
    'id' in where
      ? lists.where('list_id', '=', where.id)
      : lists.where('permalink', '=', where.permalink)
  ).executeTakeFirst();
}

export function insertList(
  database: Database,
  name: string,
  fields: ListFields & { title: string; type: ItemType },
): Promise<ListRow> {
  return insertWithPermalink(database, {
    table: 'explore_lists',
    name,
    insert: (permalink) =>
      database
        .insertInto('explore_lists')
        .values({ ...fields, permalink })
        .onConflict((conflict) => conflict.column('permalink').doNothing())
        .returningAll()
        .executeTakeFirst(),
  });
}

/** Undefined if there is no such list. */
export function updateList(database: Database, listId: number, fields: ListFields) {
  return database
    .updateTable('explore_lists')
    .set({ ...fields, updated_at: sql`now()` })
    .where('list_id', '=', listId)
    .returningAll()
    .executeTakeFirst();
}

/** False if there was no such list. */
export async function deleteList(database: Database, listId: number): Promise<boolean> {
  const row = await database
    .deleteFrom('explore_lists')
    .where('list_id', '=', listId)
    .returning('list_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The public ones among these ids. */
export async function findPublic(database: Database, type: ItemType, ids: readonly number[]) {
  const shows = database
    .selectFrom('shows')
    .select('shows.show_id as id')
    .where(isShowListed(ANONYMOUS));
  const episodes = database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select('episodes.episode_id as id')
    .where(isListed(ANONYMOUS));
  const rows =
    type === 'shows'
      ? await shows.where(sql<boolean>`shows.show_id = any(${ids})`).execute()
      : await episodes.where(sql<boolean>`episodes.episode_id = any(${ids})`).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the items of a list, in the caller's transaction. */
export async function saveItems(
  transaction: Database,
  { list_id, type }: ListRow,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('explore_items').where('list_id', '=', list_id).execute();
  if (ids.length === 0) return;
  const rows = ids.map((id, position) => ({
    list_id,
    position,
    show_id: type === 'shows' ? id : null,
    episode_id: type === 'episodes' ? id : null,
  }));
  await transaction.insertInto('explore_items').values(rows).execute();
}
