import { type Migration, sql } from 'kysely';

/** Pages of blogs that the doctor opens. Only the newest stay. */
export const doctorVisits: Migration = {
  async up(database) {
    await sql`
      create table doctor_visits (
        visit_id integer generated always as identity primary key,
        url text not null,
        state text not null default 'waiting',
        error text,
        is_cut boolean not null default false,
        findings jsonb not null default '[]',
        created_at timestamptz not null default now()
      );
    `.execute(database);
  },
};
