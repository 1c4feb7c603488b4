import { type Migration, sql } from 'kysely';

/**
 * Players on other pages outlive their episodes. `deleted_by` decides whether their card may name the episode, and
 * `gone_episodes` leads to its show after the episode was removed for good.
 */
export const goneEpisodes: Migration = {
  async up(database) {
    await sql`
      alter table episodes add column deleted_by integer references users on delete set null;
      create index episodes_deleted_by on episodes (deleted_by) where deleted_by is not null;
      create table gone_episodes (
        episode_id integer primary key,
        -- Null once the show was removed too.
        show_id integer references shows on delete set null
      );
      create index gone_episodes_show_id on gone_episodes (show_id) where show_id is not null;
    `.execute(database);
  },
};
