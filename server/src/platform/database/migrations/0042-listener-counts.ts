import { type Migration, sql } from 'kysely';

/** Whether listeners see the current number of listeners of an episode. Its author decides. */
export const listenerCounts: Migration = {
  async up(database) {
    await sql`alter table episodes add column show_listeners boolean not null default false`.execute(
      database,
    );
  },
};
