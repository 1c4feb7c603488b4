import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isOver, restorableUntil } from '../../platform/database/restorable.ts';

/** A show that is not removed for good. Locked until the transaction ends, so that an administrator may not remove it meanwhile. */
export function lockRestorable(transaction: Database, showId: number) {
  return transaction
    .selectFrom('shows')
    .select(['removed_by_host', restorableUntil('deleted_at').as('restorable_until')])
    .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
    .where('show_id', '=', showId)
    .where(sql<boolean>`${isOver('deleted_at')} is not true`)
    .forUpdate()
    .executeTakeFirst();
}

export async function unmarkDeleted(database: Database, showId: number): Promise<void> {
  await database
    .updateTable('shows')
    .set({
      deleted_at: null,
      removed_by_host: false,
      updated_at: sql<Date>`now()`,
    })
    .where('show_id', '=', showId)
    .execute();
}

/**
 * The guid of a podcast names one show. Its feed may have been imported again meanwhile, and that show has the
 * subscribers of now: the restored one gets a guid of its own.
 */
export async function dropSharedGuid(database: Database, showId: number): Promise<void> {
  await sql`
    update shows set guid = gen_random_uuid()::text
    where show_id = ${showId} and exists (
      select from shows as other
      where other.guid = shows.guid and other.show_id <> ${showId} and other.deleted_at is null)
  `.execute(database);
}

/** An episode with a channel. */
export interface FollowedEpisode {
  show_id: number;
  episode_id: number;
  /** On air, and in public lists. */
  is_public_live: boolean;
  show_listeners: boolean;
}

export async function listFollowed(
  database: Database,
  showIds: readonly number[],
): Promise<FollowedEpisode[]> {
  if (showIds.length === 0) return [];
  return database
    .selectFrom('episodes')
    .select(['show_id', 'episode_id', 'show_listeners'])
    .select(sql<boolean>`is_on_air and is_listed`.as('is_public_live'))
    .where('show_id', 'in', showIds)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(show_listeners or is_on_air)`)
    .execute();
}

/**
 * Removes a show without episodes that can no longer be restored, with everything that belongs to it. False if no
 * such show is left.
 */
export async function deleteOver(database: Database): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from shows where show_id = (
      select show_id from shows
      where ${isOver('shows.deleted_at')}
        and not exists (select from episodes where episodes.show_id = shows.show_id)
      order by show_id limit 1 for update skip locked)`.execute(database);
  return numAffectedRows > 0n;
}
