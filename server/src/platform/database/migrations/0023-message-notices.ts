import { type Migration, sql } from 'kysely';

/** The page of an episode shows its messages, and every process caches the page until something in it changes. */
export const messageNotices: Migration = {
  async up(database) {
    await sql`
      create trigger announce after insert or update or delete on messages for each row
        execute function announce_change('messages', 'episode_id');
      create trigger announce_truncate after truncate on messages
        execute function announce_everything();
    `.execute(database);
  },
};
