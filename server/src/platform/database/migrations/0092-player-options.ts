import { type Migration, sql } from 'kysely';

/** The author's options for all players of a show on other pages. */
export const playerOptions: Migration = {
  async up(database) {
    await sql`
      alter table shows
        -- As in the query of a player's address: theme=dark&color=0b6e5e
        add column player_options text not null default '',
        -- They apply instead of the options in the code of a page.
        add column player_override boolean not null default false;
    `.execute(database);
  },
};
