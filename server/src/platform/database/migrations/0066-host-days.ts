import { type Migration, sql } from 'kysely';

/** Daily sums of the log and of the downloads for administrators, and the weekly mail of a user. */
export const hostDays: Migration = {
  async up(database) {
    await sql`
      create table host_days (
        day date primary key,
        requests bigint not null,
        bytes bigint not null,
        bot_requests bigint not null,
        bot_bytes bigint not null,
        downloads bigint not null
      );
      create table show_traffic (
        show_id integer not null references shows on delete cascade,
        day date not null,
        requests bigint not null,
        bytes bigint not null,
        downloads bigint not null,
        primary key (show_id, day)
      );
      create index show_traffic_day on show_traffic (day);
      create table bot_days (
        day date not null,
        name text not null,
        requests bigint not null,
        bytes bigint not null,
        primary key (day, name)
      );
      -- Rows arrive in the order of time. Hours are read one by one.
      create index audio_requests_at on audio_requests using brin (at) with (autosummarize = on);
      create table stored_kinds (
        kind text primary key,
        files integer not null,
        bytes bigint not null
      );
      create table largest_shows (
        show_id integer primary key references shows on delete cascade,
        files integer not null,
        bytes bigint not null
      );
      alter table users
        add column weekly_mail_language text,
        add column weekly_mail_on date;
      create index users_weekly_mail on users (user_id)
        where weekly_mail_language is not null;
    `.execute(database);
  },
};
