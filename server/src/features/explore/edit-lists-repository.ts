import type { HostList, HostListItem } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed, isShowListed } from '../policy/policy.ts';

/** All lists in order, including unpublished ones. */
export async function listHostLists(database: Database): Promise<HostList[]> {
  const { rows } = await sql<HostList>`
    select list_id, permalink, title, description, type, is_published,
      (select count(*)::int from explore_items as item where item.list_id = list.list_id) as items
    from explore_lists as list order by position, list_id`.execute(database);
  return rows;
}

export interface ItemRow extends Omit<HostListItem, 'url'> {
  user_permalink: string;
  permalink: string;
}

export async function listHostItems(database: Database, listId: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select coalesce(item.show_id, item.episode_id) as item_id,
      coalesce(episodes.title, shows.title) as title,
      coalesce(episodes.permalink, shows.permalink) as permalink,
      owner.permalink as user_permalink,
      ${isShowListed(ANONYMOUS)} and (item.episode_id is null or ${isListed(ANONYMOUS)}) as is_shown
    from explore_items as item
    left join episodes on episodes.episode_id = item.episode_id
    join shows on shows.show_id = coalesce(item.show_id, episodes.show_id)
    join users as owner on owner.user_id = shows.user_id
    where item.list_id = ${listId} order by item.position`.execute(database);
  return rows;
}

/** Locks all lists, always in the same order, until the caller's transaction ends. */
export async function lockLists(transaction: Database): Promise<void> {
  await sql`select from explore_lists order by list_id for update`.execute(transaction);
}

/** Stores this order of the lists. */
export async function placeLists(transaction: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update explore_lists as list set position = place.position::integer
    from unnest(${ids}::integer[]) with ordinality as place(list_id, position)
    where place.list_id = list.list_id`.execute(transaction);
}

/** The id of a public show or episode by the permalinks in its address. */
export async function findByPermalinks(
  database: Database,
  { user, permalink }: { user: string | null; permalink: string },
): Promise<number | null> {
  const { rows } =
    user === null
      ? await sql<{ id: number }>`select show_id as id from shows
          where permalink = ${permalink} and deleted_at is null`.execute(database)
      : await sql<{ id: number }>`select episode_id as id from episodes
          join shows using (show_id) join users on users.user_id = shows.user_id
          where users.permalink = ${user} and episodes.permalink = ${permalink}
            and episodes.deleted_at is null`.execute(database);
  return rows[0]?.id ?? null;
}
