import { type Migration, sql } from 'kysely';

/** An author may show the rounded downloads of a show to everybody. Null if they do not. */
export const publicDownloads: Migration = {
  async up(database) {
    await sql`alter table shows add column public_downloads bigint`.execute(database);
  },
};
