import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Records that these workers are alive. False if one was considered dead: its jobs may run elsewhere by now. */
export async function beat(database: Database, workerIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into worker_heartbeats (worker_id) select unnest(${workerIds}::text[])
    on conflict (worker_id) do update set seen_at = now()
    returning xmax = 0 as is_new`.execute(database);
  return rows.every(({ is_new }) => !is_new);
}

/**
 * Unlocks the jobs of workers that have been silent for this long. Call it in a transaction. A job whose last attempt
 * was interrupted has failed for good.
 */
export async function releaseSilent(database: Database, silentMs: number) {
  const limit = sql`now() - ${silentMs} * interval '1 ms'`;
  const { rows } = await sql<{ worker_id: string }>`
    with silent as (
      delete from worker_heartbeats where seen_at < ${limit} returning worker_id
    )
    select worker_id from silent
    union
    -- A worker can be killed before its first heartbeat.
    select locked_by from graphile_worker.jobs
    where locked_at < ${limit} and locked_by not in (select worker_id from worker_heartbeats)
  `.execute(database);
  const ids = rows.map(({ worker_id }) => worker_id);
  if (ids.length === 0) return { workers: 0, jobs: 0 };
  return { workers: ids.length, jobs: await unlock(database, ids) };
}

async function unlock(database: Database, workerIds: readonly string[]): Promise<number> {
  const locked = await listLocked(database, workerIds);
  await sql`select graphile_worker.force_unlock_workers(${workerIds})`.execute(database);
  const spent = locked.filter(({ attempts, max_attempts }) => attempts >= max_attempts);
  await sql`
    select from graphile_worker.permanently_fail_jobs(
      ${spent.map(({ id }) => id)}::bigint[], 'The process stopped during the last attempt.'
    )`.execute(database);
  return locked.length;
}

interface LockedJob {
  id: string;
  attempts: number;
  max_attempts: number;
}

async function listLocked(database: Database, workerIds: readonly string[]): Promise<LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select id, attempts, max_attempts from graphile_worker.jobs
    where locked_by = any(${workerIds})`.execute(database);
  return rows;
}

/**
 * Unlocks jobs that were locked for these workers long ago and that none of them runs: their answer was lost with its
 * connection. graphile-worker has no function that unlocks single jobs.
 */
export async function releaseLost(
  database: Database,
  workerIds: readonly string[],
  { running, sinceMs }: { running: string[]; sinceMs: number },
): Promise<void> {
  await sql`
    with lost as (
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
      where locked_by = any(${workerIds}) and id <> all(${running}::bigint[])
        and locked_at < now() - ${sinceMs} * interval '1 ms'
      returning job_queue_id
    )
    update graphile_worker._private_job_queues as queues set locked_at = null, locked_by = null
    from lost where queues.id = lost.job_queue_id and queues.locked_by = any(${workerIds})
  `.execute(database);
}

/** Prevents a running job from being retried. graphile-worker has no function for a locked job. */
export async function giveUp(database: Database, jobId: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts where id = ${jobId}::bigint
  `.execute(database);
}

/** Records that these workers stop, and releases their unfinished jobs. Their attempts do not count. */
export async function leave(database: Database, workerIds: readonly string[]): Promise<void> {
  const locked = await listLocked(database, workerIds);
  await sql`select graphile_worker.force_unlock_workers(${workerIds})`.execute(database);
  for (const { id, attempts } of locked) {
    await sql`
      select from graphile_worker.reschedule_jobs(${[id]}::bigint[], attempts => ${attempts - 1})
    `.execute(database);
  }
  await sql`delete from worker_heartbeats where worker_id = any(${workerIds})`.execute(database);
}
