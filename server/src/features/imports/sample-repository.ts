import type { Database } from '../../platform/database/database.ts';

export async function markSample(database: Database, showId: number): Promise<void> {
  await database
    .updateTable('shows')
    .set({ is_sample: true })
    .where('show_id', '=', showId)
    .execute();
}

/** Deletes the sample shows for good, and their users unless they have other shows. Returns the number of shows. */
export async function deleteSamples(transaction: Database): Promise<number> {
  const shows = await transaction
    .deleteFrom('shows')
    .where('is_sample', '=', true)
    .returning('user_id')
    .execute();
  const users = shows.map(({ user_id }) => user_id);
  if (users.length === 0) return 0;
  await transaction
    .deleteFrom('users')
    .where('user_id', 'in', users)
    .where('email', 'is', null) // the user is not the account of a person
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shows').select('show_id').whereRef('shows.user_id', '=', 'users.user_id'),
        ),
      ),
    )
    .execute();
  return shows.length;
}
