import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { notBlocked } from '../policy/policy.ts';

export interface Membership {
  showId: number;
  userId: number;
}

/** Ids of the editors of a show, the first one first. */
export async function listEditors(database: Database, showId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('show_members')
    .select('user_id')
    .where('show_id', '=', showId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The owner of a show, and whether the owner and this user block each other. */
export function findOwner(database: Database, { showId, userId }: Membership) {
  return database
    .selectFrom('shows')
    .select('user_id')
    .select(notBlocked({ userId, isAdmin: false }, sql.ref('shows.user_id')).as('may_edit'))
    .where('show_id', '=', showId)
    .executeTakeFirst();
}

/** False if the user edits the show already. */
export async function insertEditor(
  database: Database,
  { showId, userId }: Membership,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('show_members')
    .values({ show_id: showId, user_id: userId, role: 'editor' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends that two users edit the shows of each other. */
export async function deleteBetween(database: Database, a: number, b: number): Promise<void> {
  await sql`
    delete from show_members as member using shows
    where shows.show_id = member.show_id
      and ((member.user_id = ${a} and shows.user_id = ${b})
        or (member.user_id = ${b} and shows.user_id = ${a}))`.execute(database);
}

export async function deleteEditor(
  database: Database,
  { showId, userId }: Membership,
): Promise<void> {
  await database
    .deleteFrom('show_members')
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .execute();
}

/** Ids of the shows of other users that a user edits. */
export async function listSharedShows(database: Database, userId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('show_members')
    .innerJoin('shows', 'shows.show_id', 'show_members.show_id')
    .select('shows.show_id')
    .where('show_members.user_id', '=', userId)
    .where('shows.deleted_at', 'is', null)
    .orderBy('shows.title')
    .execute();
  return rows.map(({ show_id }) => show_id);
}
