import { type Migration, sql } from 'kysely';

/** Chapters that only change the picture. */
export const chapterPictures: Migration = {
  async up(database) {
    await sql`
      -- False for a chapter that lists of chapters leave out.
      alter table chapters add column toc boolean not null default true;
    `.execute(database);
  },
};
