import { type Migration, sql } from 'kysely';

/** The log of requests for audio takes rows of other servers' logs, each line once. */
export const importedRequests: Migration = {
  async up(database) {
    await sql`
      alter table audio_requests
        add column source text not null default '',
        add column line uuid;
      create unique index audio_requests_line on audio_requests (at, line) where line is not null;
      alter table numbers_batches add column is_import boolean not null default false;
    `.execute(database);
  },
};
