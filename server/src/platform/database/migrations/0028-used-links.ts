import { type Migration, sql } from 'kysely';

/** A link of a mail that was used can be told from one that never was. */
export const usedLinks: Migration = {
  async up(database) {
    await sql`alter table email_tokens add column used_at timestamptz`.execute(database);
  },
};
