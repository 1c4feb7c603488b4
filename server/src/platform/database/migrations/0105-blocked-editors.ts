import { type Migration, sql } from 'kysely';

/** A block ends that the two users edit the shows of each other. */
export const blockedEditors: Migration = {
  async up(database) {
    await sql`
      delete from show_members as member using shows, blocks
      where shows.show_id = member.show_id
        and ((blocks.blocker_id = shows.user_id and blocks.blocked_id = member.user_id)
          or (blocks.blocker_id = member.user_id and blocks.blocked_id = shows.user_id));
    `.execute(database);
  },
};
