import { type Migration, sql } from 'kysely';

/** Messages of the host begin at a time. They stand on every page, so a change of one is a change of everything. */
export const flashTimes: Migration = {
  async up(database) {
    await sql`
      alter table flash_messages add column starts_at timestamptz;
      drop trigger announce on flash_messages;
      create trigger announce after insert or update or delete or truncate on flash_messages
        for each statement execute function announce_everything();
    `.execute(database);
  },
};
