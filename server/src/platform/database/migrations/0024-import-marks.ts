import { type Migration, sql } from 'kysely';

/** What the last import has left, so that the next one can tell what was edited since. */
export const importMarks: Migration = {
  async up(database) {
    await sql`
      -- Apart from the shows and episodes, because their lists and feeds have no use for it.
      create table imported_shows (
        show_id integer primary key references shows on delete cascade,
        -- A short hash of each column that imports write.
        marks jsonb not null
      );
      create table imported_episodes (
        episode_id integer primary key references episodes on delete cascade,
        marks jsonb not null
      );
    `.execute(database);
  },
};
