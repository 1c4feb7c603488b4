import { type Migration, sql } from 'kysely';

/** The audio of a running campaign is public. Stored answers about files change with it. */
export const adAudio: Migration = {
  async up(database) {
    await sql`
      drop trigger announce_update on ad_campaigns;
      create trigger announce_update after update on ad_campaigns for each row
        when (old.is_running is distinct from new.is_running or old.media_id <> new.media_id)
        execute function announce_everything()
    `.execute(database);
  },
};
