import { type Migration, sql } from 'kysely';

/** Ads before and after an episode. Those within it are its midrolls. */
export const adPositions: Migration = {
  async up(database) {
    await sql`
      alter table episodes
        -- The first ad has always been played before the episode.
        add column preroll boolean not null default true,
        add column postroll boolean not null default false
    `.execute(database);
  },
};
