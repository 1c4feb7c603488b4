import { type Migration, sql } from 'kysely';

/** Pages are no longer stored for each session, so only the end of a session is announced, as sessions:1. */
export const sessionNotices: Migration = {
  async up(database) {
    await sql`
      drop trigger announce_reader on likes;
      drop trigger announce_reader on favorites;
      drop trigger announce_reader on followings;
      drop trigger announce_reader on blocks;
      drop trigger announce_reader on show_members;
      drop trigger announce_reader on sessions;
      create trigger announce_sessions after delete on sessions for each row
        execute function announce_change('sessions', 'user_id');
    `.execute(database);
  },
};
