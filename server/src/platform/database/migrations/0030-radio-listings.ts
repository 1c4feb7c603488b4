import { type Migration, sql } from 'kysely';

/**
 * Submissions of authors to the radio directory. The rows have no foreign keys: a removed show must still be
 * withdrawn, and the row is deleted afterwards.
 */
export const radioListings: Migration = {
  async up(database) {
    await sql`
      create table radio_listings (
        listing_id uuid primary key default gen_random_uuid(),
        show_id integer unique,
        episode_id integer unique,
        is_wanted boolean not null default true,
        state text not null check (
          state in ('submitting', 'pending', 'listed', 'refused', 'withdrawing', 'withdrawn')
        ),
        message text,
        version integer not null default 1,
        due_at timestamptz,
        changed_at timestamptz not null default now(),
        check (num_nonnulls(show_id, episode_id) = 1)
      );
      create index radio_listings_due on radio_listings (due_at) where due_at is not null;
    `.execute(database);
  },
};
