import { type Migration, sql } from 'kysely';

/**
 * Ads that were sent and not played yet count toward the cap, so that simultaneous calls do not all get the last one.
 */
export const openAds: Migration = {
  async up(database) {
    await sql`
      alter table ad_hearings
        add column open_requests uuid[] not null default '{}',
        add column open_until timestamptz
    `.execute(database);
  },
};
