import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isShowListed, showsEditedBy } from '../policy/policy.ts';

/** The first of a user's own shows, in the order of their list, and then the first shows of others that they edit. */
export async function listShows(
  database: Database,
  userId: number,
  limit: number,
): Promise<{ show_id: number; title: string }[]> {
  const { rows } = await sql<{ show_id: number; title: string }>`
    (select show_id, title from shows where user_id = ${userId} and deleted_at is null
      order by show_id limit ${limit})
    union all
    (select shows.show_id, shows.title from show_members
      join shows on shows.show_id = show_members.show_id
      where show_members.user_id = ${userId} and ${isShowListed({ userId, isAdmin: false })}
      order by shows.title, shows.show_id limit ${limit})`.execute(database);
  return rows;
}

const selectEdited = (database: Database, userId: number) =>
  database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['shows.show_id', 'shows.title as show_title'])
    .where('episodes.show_id', 'in', showsEditedBy(userId))
    .where('episodes.deleted_at', 'is', null);

export function findNext(database: Database, userId: number) {
  return selectEdited(database, userId)
    .select(['episode_id', 'episodes.title', sql<Date>`published_at`.as('published_at')])
    .where('state', '=', 'scheduled')
    .orderBy('published_at')
    .orderBy('episode_id')
    .limit(1)
    .executeTakeFirst();
}

/** Shows with drafts, the one with the latest change to a draft first. */
export function countDrafts(database: Database, userId: number, limit: number) {
  return selectEdited(database, userId)
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'draft')
    .groupBy(['shows.show_id', 'shows.title'])
    .orderBy(sql`max(episodes.updated_at)`, 'desc')
    .limit(limit)
    .execute();
}
