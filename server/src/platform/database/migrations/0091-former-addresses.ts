import { type Migration, sql } from 'kysely';

/** Players in old posts outlive the host that they name. */
export const formerAddresses: Migration = {
  async up(database) {
    await sql`
      -- A player or page at a former host, and the show or episode here that it stands for.
      create table former_addresses (
        key text primary key,
        -- Set for the addresses of another Earshot, which its domain may bring here.
        host text,
        show_id integer references shows on delete cascade,
        episode_id integer references episodes on delete cascade,
        check (num_nonnulls(show_id, episode_id) = 1)
      );
      create index former_addresses_host on former_addresses (host) where host is not null;
      create index former_addresses_show_id on former_addresses (show_id) where show_id is not null;
      create index former_addresses_episode_id on former_addresses (episode_id)
        where episode_id is not null;

      -- The other Earshot to which a show has moved with its players, without a trailing slash.
      alter table shows add column new_host_url text;
      create index shows_new_host on shows (show_id) where new_host_url is not null;
    `.execute(database);
  },
};
