import { type Migration, sql } from 'kysely';

/** The accent of each picture. */
export const imageColors: Migration = {
  async up(database) {
    await sql`
      alter table media
        -- Six hexadecimal digits; empty if the picture has no such colour; null until it was looked for.
        add column color text check (color ~ '^([0-9a-f]{6})?$');
      create index media_without_color on media (media_id) where kind = 'image' and color is null;
    `.execute(database);
  },
};
