import { type Migration, sql } from 'kysely';

/** The result of the last import, so that the next one can detect later edits. */
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
