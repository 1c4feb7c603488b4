import { type Migration, sql } from 'kysely';

/**
 * Triggers announce for whom pages change, as reader:1. Only the pages that are stored for this reader depend on it,
 * so a like never drops a public answer.
 */
export const readerNotices: Migration = {
  async up(database) {
    await sql`
      create trigger announce_reader after insert or delete on likes for each row
        execute function announce_change('reader', 'user_id');
      create trigger announce_reader after insert or delete on favorites for each row
        execute function announce_change('reader', 'user_id');
      create trigger announce_reader after insert or delete on followings for each row
        execute function announce_change('reader', 'follower_id');
      create trigger announce_reader after insert or delete on blocks for each row
        execute function announce_change('reader', 'blocker_id', 'reader', 'blocked_id');
      create trigger announce_reader after insert or delete on show_members for each row
        execute function announce_change('reader', 'user_id');
      create trigger announce_reader after delete on sessions for each row
        execute function announce_change('reader', 'user_id');
    `.execute(database);
  },
};
