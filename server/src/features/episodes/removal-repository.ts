import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isOver, restorableUntil } from '../../platform/database/restorable.ts';

/** An existing or restorable episode. Locked until the transaction ends. */
export function lockRemoved(transaction: Database, episodeId: number) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      'episodes.episode_id',
      'episodes.state',
      'episodes.published_at',
      'episodes.removed_by_host',
      restorableUntil('episodes.deleted_at').as('restorable_until'),
      sql<boolean>`episodes.deleted_at is not null`.as('is_deleted'),
      sql<boolean>`shows.deleted_at is not null`.as('is_show_deleted'),
    ])
    .where('episode_id', '=', episodeId)
    .where(sql<boolean>`${isOver('episodes.deleted_at')} is not true`)
    .where(sql<boolean>`${isOver('shows.deleted_at')} is not true`)
    .forUpdate(['episodes', 'shows'])
    .executeTakeFirst();
}

export function unmarkDeleted(database: Database, episodeId: number) {
  return database
    .updateTable('episodes')
    .set({
      deleted_at: null,
      deleted_by: null,
      removed_by_host: false,
      updated_at: sql<Date>`now()`,
    })
    .where('episode_id', '=', episodeId)
    .returning(['is_listed', 'is_on_air', 'show_id'])
    .executeTakeFirstOrThrow();
}

/**
 * Removes some episodes that can no longer be restored, with everything that belongs to them, and returns their
 * number. Episodes that another process is removing or restoring are skipped. The id of a public one is kept, for the
 * card of its players on other pages.
 */
export async function deleteOver(database: Database, limit: number): Promise<number> {
  const own = await remove(
    database,
    sql`select episode_id from episodes where ${isOver('episodes.deleted_at')}
      order by episode_id limit ${limit} for update skip locked`,
  );
  const ofShows = await remove(
    database,
    sql`select episode_id from episodes join shows on shows.show_id = episodes.show_id
      where ${isOver('shows.deleted_at')}
      order by episode_id limit ${limit} for update skip locked`,
  );
  return own + ofShows;
}

async function remove(database: Database, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from episodes where episode_id in (${ids}) returning episode_id, show_id, state
    ), kept as (
      insert into gone_episodes (episode_id, show_id)
      select episode_id, show_id from removed where state in ('published', 'live')
    )
    select count(*)::integer as removed from removed`.execute(database);
  return rows[0]?.removed ?? 0;
}
