import type { Deletion } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { momentOf } from '../../platform/database/moment-of.ts';
import { isOver, restorableUntil } from '../../platform/database/restorable.ts';
import type { ListRange } from '../../platform/http/list-page.ts';
import { isEditor } from '../policy/policy.ts';

export type DeletionPosition = [moment: string, kind: Deletion['kind'], id: number];

export interface DeletionRow
  extends Pick<Deletion, 'kind' | 'show_id' | 'episode_id' | 'title' | 'removed_by_host'> {
  id: number;
  /** To the microsecond. */
  moment: string;
  deleted_at: Date;
  restorable_until: Date;
}

/** Latest first. */
export async function listDeletions(
  database: Database,
  userId: number,
  { after, offset, limit }: ListRange<DeletionPosition>,
): Promise<DeletionRow[]> {
  const isAfter = after
    ? sql`(deleted_at, kind, id) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]}::integer)`
    : sql`true`;
  const { rows } = await sql<DeletionRow>`
    select *, ${momentOf(sql.ref('deleted_at'))} as moment,
      ${restorableUntil('deleted_at')} as restorable_until
    from ${restorable(userId)} where ${isAfter}
    order by deleted_at desc, kind desc, id desc
    limit ${limit} offset ${offset}`.execute(database);
  return rows;
}

export async function countDeletions(database: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${restorable(userId)}`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * The user's shows, and the episodes of shows that the user may edit. An episode of a deleted show cannot be restored
 * before its show, so it is not included.
 */
const restorable = (userId: number) => sql`(
    select 'show' as kind, show_id, null::integer as episode_id, show_id as id, title, deleted_at,
      removed_by_host
    from shows
    where user_id = ${userId} and deleted_at is not null and not ${isOver('shows.deleted_at')}
  union all
    select 'episode', episodes.show_id, episode_id, episode_id, episodes.title, episodes.deleted_at,
      episodes.removed_by_host
    from episodes join shows on shows.show_id = episodes.show_id
    where episodes.deleted_at is not null and not ${isOver('episodes.deleted_at')}
      and shows.deleted_at is null and ${isEditor({ userId, isAdmin: false })}
  ) as deletion`;
