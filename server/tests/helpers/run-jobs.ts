import { runTaskListOnce } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Schema } from '../../src/platform/database/tables.ts';
import { silentLogger } from '../../src/platform/jobs/job-tables.ts';
import { createTaskRunner } from '../../src/platform/jobs/run-task.ts';
import type { TaskTable } from '../../src/platform/jobs/task.ts';
import { createWorkerClient } from '../../src/platform/jobs/worker-client.ts';

export interface RunJobsOptions {
  /** Also runs the jobs that are due by then, as if the time had come. */
  until?: Date;
  /** Without it, a failing job makes `runJobs` throw. */
  mayFail?: boolean;
}

/** Runs due jobs in sequence, including those that they add. Resolves with the reports. */
export type RunJobs = (options?: RunJobsOptions) => Promise<string[]>;

interface DueJobs<Deps> extends RunJobsOptions {
  database: Kysely<Schema>;
  tasks: TaskTable<Deps>;
  deps: Deps;
}

export async function runDueJobs<Deps>(options: DueJobs<Deps>): Promise<string[]> {
  const { database, tasks, deps, until, mayFail = false } = options;
  const said: string[] = [];
  const failures: string[] = [];
  const runner = createTaskRunner({
    tasks,
    deps,
    report: (level, message) => (level === 'info' ? said : failures).push(message),
    retry: (work) => work(),
    giveUp: async () => {},
  });
  const client = createWorkerClient({
    database,
    retry: (work) => work(),
    complain(error) {
      throw error;
    },
  });
  if (until) await bringForward(database, until);
  const connection = await client.pool.connect();
  await runTaskListOnce(
    { noHandleSignals: true, logger: silentLogger },
    runner.list(Object.keys(tasks)),
    connection as PoolClient,
  ).promise;
  while (client.isBusy()) await new Promise((resolve) => setTimeout(resolve, 1));
  if (failures.length > 0 && !mayFail) throw new Error(failures.join('\n'));
  return [...said, ...failures];
}

async function bringForward(database: Kysely<Schema>, until: Date): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where run_at between now() and ${until}`.execute(database);
}
