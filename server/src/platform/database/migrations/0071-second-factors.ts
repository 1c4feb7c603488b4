import { type Migration, sql } from 'kysely';

/** One-time codes of an app as second factor. The secret is encrypted with the key of the host. */
export const secondFactors: Migration = {
  async up(database) {
    await sql`
      create table second_factors (
        user_id integer primary key references users on delete cascade,
        secret bytea not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz,
        last_step bigint not null default 0
      );
      create table recovery_codes (
        code_hash bytea primary key,
        user_id integer not null references users on delete cascade
      );
      create index recovery_codes_user_id on recovery_codes (user_id);
    `.execute(database);
  },
};
