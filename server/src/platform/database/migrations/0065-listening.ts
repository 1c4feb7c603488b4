import { type Migration, sql } from 'kysely';

/** How much of each episode was heard on a day (UTC), and where it was begun. There is no row for a listener. */
export const listening: Migration = {
  async up(database) {
    await sql`
      create table listening_days (
        episode_id integer not null references episodes on delete cascade,
        day date not null,
        seconds integer not null,
        quartiles integer[] not null,
        heard integer[] not null,
        primary key (episode_id, day, seconds)
      );
      create table listening_starts (
        episode_id integer not null references episodes on delete cascade,
        day date not null,
        place text not null check (place in ('site', 'embed')),
        host text not null,
        starts integer not null,
        primary key (episode_id, day, place, host)
      );
    `.execute(database);
  },
};
