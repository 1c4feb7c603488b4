import { type Migration, sql } from 'kysely';

/** Live workers, and the due time of each recurring task. The jobs themselves are in the schema `graphile_worker`. */
export const jobs: Migration = {
  async up(database) {
    await sql`
      create table worker_heartbeats (
        worker_id text primary key,
        seen_at timestamptz not null default now()
      );
      create table recurring_tasks (
        name text primary key,
        due_at timestamptz not null
      );
    `.execute(database);
  },
};
