import { type Migration, sql } from 'kysely';

/** What the radio directory was sent of a listing, so that a change of its title, language or address is sent as well. */
export const sentListings: Migration = {
  async up(database) {
    await sql`alter table radio_listings add column sent text`.execute(database);
  },
};
