import type { Database } from '../../platform/database/database.ts';

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

/** False if the user owns the show. */
export async function insertEditor(
  database: Database,
  { showId, userId }: Membership,
): Promise<boolean> {
  const show = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', showId)
    .executeTakeFirst();
  if (!show || show.user_id === userId) return false;
  await database
    .insertInto('show_members')
    .values({ show_id: showId, user_id: userId, role: 'editor' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
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
