import { type Migration, sql } from 'kysely';

/** The version of the picture that an import has fetched, so that the next one need not fetch it. */
export const imageEtags: Migration = {
  async up(database) {
    await sql`
      alter table imported_shows add image_etag text;
      alter table imported_episodes add image_etag text;
    `.execute(database);
  },
};
