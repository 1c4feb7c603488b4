import { type Migration, sql } from 'kysely';

/** Indexes for the dashboard of an author with many episodes. */
export const dashboard: Migration = {
  async up(database) {
    await sql`
      create index episodes_waiting on episodes (show_id)
        where state in ('draft', 'scheduled') and deleted_at is null;
      -- The figures of an episode are read from the index alone, because in the table they lie among those of others.
      alter table download_hours drop constraint download_hours_pkey,
        add primary key (episode_id, counted_by, hour) include (downloads);
    `.execute(database);
  },
};
