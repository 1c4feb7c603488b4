import { type Migration, sql } from 'kysely';

/** An index for the dashboard of an author with many episodes. */
export const dashboard: Migration = {
  async up(database) {
    await sql`
      create index episodes_waiting on episodes (show_id)
        where state in ('draft', 'scheduled') and deleted_at is null;
    `.execute(database);
  },
};
