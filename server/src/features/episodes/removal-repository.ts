import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isOver } from '../../platform/database/retention.ts';

/** An existing or restorable episode. Locked until the transaction ends. */
export function lockRemoved(transaction: Database, episodeId: number) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      'episodes.episode_id',
      'episodes.state',
      'episodes.published_at',
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
    .set({ deleted_at: null, updated_at: sql<Date>`now()` })
    .where('episode_id', '=', episodeId)
    .returning(['is_listed', 'show_id'])
    .executeTakeFirstOrThrow();
}

/**
 * Removes some episodes that can no longer be restored, with everything that belongs to them, and returns their
 * number. Episodes that another process is removing or restoring are skipped.
 */
export async function deleteOver(database: Database, limit: number): Promise<number> {
  const own = await sql`
    delete from episodes where episode_id in (
      select episode_id from episodes where ${isOver('episodes.deleted_at')}
      order by episode_id limit ${limit} for update skip locked)`.execute(database);
  const ofShows = await sql`
    delete from episodes where episode_id in (
      select episode_id from episodes join shows on shows.show_id = episodes.show_id
      where ${isOver('shows.deleted_at')}
      order by episode_id limit ${limit} for update skip locked)`.execute(database);
  return Number(own.numAffectedRows ?? 0) + Number(ofShows.numAffectedRows ?? 0);
}
