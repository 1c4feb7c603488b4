import { type Migration, sql } from 'kysely';

/** Each list is read in the order of an index, and each reference has an index on its other end. */
export const listIndexes: Migration = {
  async up(database) {
    await sql`
      create index episodes_latest on episodes (published_at desc, episode_id desc);
      create index episodes_media on episodes (media_id) where media_id is not null;
      create index episodes_image on episodes (image_id) where image_id is not null;
      create index shows_of_user on shows (user_id, show_id);
      create index shows_image on shows (image_id) where image_id is not null;
    `.execute(database);
  },
};
