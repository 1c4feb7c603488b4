import { type Migration, sql } from 'kysely';

/** A campaign that its owner has paused. */
export const pausedCampaigns: Migration = {
  async up(database) {
    await sql`alter table ad_campaigns add paused_at timestamptz`.execute(database);
  },
};
