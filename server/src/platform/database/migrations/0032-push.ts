import { type Migration, sql } from 'kysely';

/** The key and the secret of push, in at most one row. */
export const push: Migration = {
  async up(database) {
    await sql`
      create table push_app (
        is_only boolean primary key default true check (is_only),
        app_key text not null,
        secret text not null
      )
    `.execute(database);
  },
};
