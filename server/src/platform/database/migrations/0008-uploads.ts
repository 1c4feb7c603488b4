import { type Migration, sql } from 'kysely';

/** Data for resuming an upload in any process, and for counting it against a quota. */
export const uploads: Migration = {
  async up(database) {
    await sql`
      alter table uploads
        add column reserved_size bigint not null default 0,
        add column writer integer not null default 0,
        add column metadata text not null default '';
      create index uploads_expiring on uploads (expires_at)
        where expires_at is not null and deleted_at is null;
    `.execute(database);
  },
};
