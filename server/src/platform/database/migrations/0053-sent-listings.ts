import { type Migration, sql } from 'kysely';

/**
 * The data of a listing that the radio directory was sent, so that a change of its title, language or address is sent
 * as well.
 */
export const sentListings: Migration = {
  async up(database) {
    await sql`alter table radio_listings add column sent text`.execute(database);
  },
};
