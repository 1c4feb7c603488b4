import { setTimeout as sleep } from 'node:timers/promises';
import { runTaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Listener } from '../database/listener.ts';
import type { Retry } from '../database/retry.ts';
import type { Schema } from '../database/tables.ts';
import type { Report } from '../database/watch.ts';
import { explainError } from '../explain-error.ts';
import { groupBy } from '../group-by.ts';
import type { Traces } from '../traces/open-traces.ts';
import { createComplain } from './complain.ts';
import { giveUp, leave } from './heartbeat.ts';
import { silentLogger } from './job-tables.ts';
import { startKeeper } from './keeper.ts';
import { intervalsOf } from './recurring.ts';
import { createTaskRunner, type EndedTask } from './run-task.ts';
import type { Lane, TaskTable } from './task.ts';
import { createWorkerClient } from './worker-client.ts';

/** Takes jobs from the database and runs their tasks. */
export interface Worker {
  /** Resolves within about 5 s. Jobs that have not ended by then are released to other workers. */
  stop(): Promise<void>;
}

export interface WorkerOptions<Deps> extends Pick<Listener, 'listen'> {
  database: Kysely<Schema>;
  retry: Retry;
  tasks: TaskTable<Deps>;
  deps: Deps;
  report: Report;
  /** Called after each attempt of a job. */
  onEnded?: ((ended: EndedTask) => void) | undefined;
  traces?: Traces | undefined;
  /** Jobs at the same time, by lane. */
  places?: Places;
  /** Interval of the sign of life. */
  beatEveryMs?: number;
  /** The silence after which a worker is considered dead. */
  silentAfterMs?: number;
  /** Interval of the look for jobs whose time has come. */
  pollEveryMs?: number;
  /** The time that running jobs have when the worker stops. */
  finishWithinMs?: number;
}

/** A lane that is full keeps no job of another one waiting: an hour of imports delays no publication. */
type Places = Readonly<Record<Lane, number>>;
const PLACES: Places = { copies: 3, remote: 3, others: 6 };

const POLL_EVERY_MS = 2_000;
const BEAT_EVERY_MS = 10_000;
const SILENT_AFTER_MS = 60_000;
const FINISH_WITHIN_MS = 3_000;
const ABORT_WITHIN_MS = 1_000;
const LEAVE_WITHIN_MS = 1_000;

/** Starts a worker. It survives the loss of the database and failing tasks. */
export function startWorker<Deps>(options: WorkerOptions<Deps>): Worker {
  const { database, retry, tasks, report, places = PLACES } = options;
  const { pollEveryMs = POLL_EVERY_MS, finishWithinMs = FINISH_WITHIN_MS } = options;
  const complain = createComplain(report);
  let isStopping = false;
  const nudge = (count: number) => {
    if (!isStopping) for (const pool of pools) pool.nudge(count);
  };
  const client = createWorkerClient({ database, retry, complain, onQueueFree: () => nudge(1) });
  const runner = createTaskRunner({
    tasks,
    deps: options.deps,
    report,
    retry,
    onEnded: options.onEnded,
    traces: options.traces,
    giveUp: (jobId) => retry(() => giveUp(database, jobId)),
  });
  const pools = [...groupBy(Object.keys(tasks), (name) => tasks[name]?.lane ?? 'others')].map(
    ([lane, names]) =>
      runTaskList(
        {
          concurrency: places[lane],
          pollInterval: pollEveryMs,
          noHandleSignals: true,
          logger: silentLogger,
        },
        runner.list(names),
        client.pool,
      ),
  );
  const workerIds = pools.map(({ id }) => id);
  for (const pool of pools) {
    pool.promise.catch((error) => {
      report('error', `The worker has ended: ${explainError(error)}`);
    });
  }
  const unlisten = options.listen('jobs:insert', {
    onNotify: (payload) => nudge(countOf(payload)),
    onBack: () => nudge(Math.max(...Object.values(places))), // jobs may have arrived meanwhile
    onLost() {},
  });
  const keeper = startKeeper({
    database,
    workerIds,
    intervals: intervalsOf(tasks),
    runner,
    client,
    report,
    complain,
    beatEveryMs: options.beatEveryMs ?? BEAT_EVERY_MS,
    silentAfterMs: options.silentAfterMs ?? SILENT_AFTER_MS,
  });
  const isIdle = () => runner.running().length === 0 && !client.isBusy();

  return {
    async stop() {
      isStopping = true;
      unlisten();
      runner.retire();
      for (const pool of pools) {
        Promise.resolve(pool.gracefulShutdown()).catch(complain); // does not wait for the last queries
      }
      if (!(await until(isIdle, finishWithinMs))) runner.abort();
      await until(isIdle, ABORT_WITHIN_MS);
      // If the database does not answer, the silence of this worker has the same effect, but later.
      const left = keeper
        .stop()
        .then(() => leave(database, workerIds))
        .catch(complain);
      await Promise.race([left, sleep(LEAVE_WITHIN_MS)]);
      client.close();
    },
  };
}

/** Resolves with true once the condition holds, or with false after the timeout. */
async function until(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
  const LOOK_EVERY_MS = 10;
  const startedAt = performance.now();
  while (!isSo()) {
    if (performance.now() - startedAt > timeoutMs) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** The number of added jobs in graphile-worker's notification. */
function countOf(payload: string): number {
  const [, count = '1'] = /"count":(\d+)/.exec(payload) ?? [];
  return Number(count);
}
