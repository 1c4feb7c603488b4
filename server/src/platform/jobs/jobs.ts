import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { TaskName, TaskPayloads } from './task.ts';

export interface JobOptions {
  /** A new job replaces the waiting job with the same key. */
  key?: string;
  /** Default: at once. */
  runAt?: Date;
  /** The jobs of a queue run one after the other, also with several processes. */
  queue?: string;
  /** Default: 10, which takes about ten hours, because the delay grows with each attempt. */
  maxAttempts?: number;
}

/** Work that any worker process does later. */
export interface Jobs {
  /** With a transaction, the job exists once the transaction is committed, and never if it is rolled back. */
  add<Name extends TaskName>(
    database: Database,
    name: Name,
    payload: TaskPayloads[Name],
    options?: JobOptions,
  ): Promise<void>;
  /** Removes the waiting job with this key. A running job continues, but is not retried. */
  cancel(database: Database, key: string): Promise<void>;
}

const MAX_ATTEMPTS = 10;
const MAX_TRIES = 100; // a worker would have to take the job between the two statements each time

export const jobs: Jobs = {
  async add(database, name, payload, options = {}) {
    // add_job inserts nothing if a worker takes the job with the same key just then.
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (await addJob(database, name, payload, options)) return;
    }
    throw new Error(`The job ${name} with the key ${options.key} could not be added.`);
  },
  async cancel(database, key) {
    await sql`select from graphile_worker.remove_job(${key})`.execute(database);
  },
};

async function addJob(
  database: Database,
  name: string,
  payload: unknown,
  { key, runAt, queue, maxAttempts = MAX_ATTEMPTS }: JobOptions,
): Promise<boolean> {
  const { rows } = await sql<{ id: string | null }>`
    select id from graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      queue_name => ${queue ?? null}, run_at => ${runAt ?? null},
      max_attempts => ${maxAttempts}, job_key => ${key ?? null}
    )`.execute(database);
  return rows[0]?.id != null;
}
