import { type Migration, sql } from 'kysely';

/** Downloads by hour, which stay when the log is removed. */
export const downloadHours: Migration = {
  async up(database) {
    await sql`
      create table download_hours (
        episode_id integer not null references episodes on delete cascade,
        counted_by text not null check (counted_by in ('calendar', 'rolling', 'extending')),
        hour timestamptz not null,
        downloads integer not null,
        method smallint not null,
        primary key (episode_id, counted_by, hour)
      );
      create index download_hours_hour on download_hours (hour);
    `.execute(database);
  },
};
