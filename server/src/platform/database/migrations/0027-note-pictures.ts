import { type Migration, sql } from 'kysely';

/** The pictures in the notes of imported shows, which stay when their original hosts are gone. */
export const notePictures: Migration = {
  async up(database) {
    await sql`
      create table note_pictures (
        show_id integer references shows on delete cascade,
        -- A short hash of the address that the notes name.
        name text,
        media_id integer not null references media,
        primary key (show_id, name)
      );
      create index note_pictures_media on note_pictures (media_id);
    `.execute(database);
  },
};
