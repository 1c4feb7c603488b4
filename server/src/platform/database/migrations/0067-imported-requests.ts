import { type Migration, sql } from 'kysely';

/** The log of requests for audio takes rows of other servers' logs, each line once. Other hosts' figures are kept apart. */
export const importedRequests: Migration = {
  async up(database) {
    await sql`
      alter table audio_requests
        add column source text not null default '',
        add column line uuid;
      create unique index audio_requests_line on audio_requests (at, line) where line is not null;
      alter table numbers_batches add column is_import boolean not null default false;
      create table imported_days (day date primary key);
      create table history_days (
        show_id integer not null references shows on delete cascade,
        day date not null,
        host text not null,
        span text not null check (span in ('day', 'month')),
        episode text not null,
        downloads integer not null check (downloads >= 0),
        primary key (show_id, day, host, span, episode)
      );
    `.execute(database);
  },
};
