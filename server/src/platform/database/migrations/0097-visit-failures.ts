import { type Migration, sql } from 'kysely';

/** Why the doctor could not open a page: the key of a text and its values, so that each reader has it in their language. */
export const visitFailures: Migration = {
  async up(database) {
    await sql`alter table doctor_visits add column failure jsonb`.execute(database);
  },
};
