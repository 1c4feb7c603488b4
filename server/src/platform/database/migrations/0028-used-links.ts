import { type Migration, sql } from 'kysely';

/** Distinguishes a used mail link from one that never existed. */
export const usedLinks: Migration = {
  async up(database) {
    await sql`alter table email_tokens add column used_at timestamptz`.execute(database);
  },
};
