import { type Migration, sql } from 'kysely';

/** The state of the backups that this host makes on its own: one row. */
export const backups: Migration = {
  async up(database) {
    await sql`
      create table backup_state (
        is_only boolean primary key default true check (is_only),
        since timestamptz not null,
        planned_for timestamptz,
        name text,
        made_at timestamptz,
        bytes bigint,
        failed_at timestamptz,
        error text,
        check ((name is null) = (made_at is null) and (name is null) = (bytes is null)),
        check ((failed_at is null) = (error is null))
      )
    `.execute(database);
  },
};
