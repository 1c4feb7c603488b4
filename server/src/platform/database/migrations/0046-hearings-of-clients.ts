import { type Migration, sql } from 'kysely';

/** The ads call reads the ads that a listener has heard today before it knows which campaigns run. */
export const hearingsOfClients: Migration = {
  async up(database) {
    await sql`create index ad_hearings_client on ad_hearings (client, day)`.execute(database);
  },
};
