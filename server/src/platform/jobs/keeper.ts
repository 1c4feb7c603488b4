import type { Kysely } from 'kysely';
import type { Schema } from '../database/tables.ts';
import type { Report } from '../database/watch.ts';
import type { Complain } from './complain.ts';
import { beat, releaseLost, releaseSilent } from './heartbeat.ts';
import { addDueTasks, type Intervals } from './recurring.ts';
import type { TaskRunner } from './run-task.ts';
import type { WorkerClient } from './worker-client.ts';

export interface KeeperOptions {
  database: Kysely<Schema>;
  workerIds: readonly string[];
  intervals: Intervals;
  runner: TaskRunner;
  client: WorkerClient;
  report: Report;
  complain: Complain;
  beatEveryMs: number;
  silentAfterMs: number;
}

// The answer of the query that takes a job arrives within 17 s or never (platform/database/pool.ts).
const LOST_AFTER_MS = 30_000;

/** Records periodically that the workers of this process are alive, takes over jobs of dead workers, and adds recurring jobs. */
export function startKeeper(options: KeeperOptions) {
  const { database, workerIds, runner, complain, beatEveryMs, silentAfterMs } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let beatenAt = 0;
  let steadySince = 0;

  async function round(): Promise<void> {
    const isKnown = await beat(database, workerIds);
    const now = Date.now(); // unlike performance.now(), it continues while the machine sleeps
    const wasAway = Math.abs(now - beatenAt) > 3 * beatEveryMs; // or its clock was set
    if (wasAway) steadySince = now;
    if (beatenAt > 0 && !isKnown) runner.abort();
    beatenAt = now;
    if (!options.client.isBusy()) {
      const running = runner.running();
      await releaseLost(database, workerIds, { running, sinceMs: LOST_AFTER_MS });
    }
    // After a pause of this process or of the database, the other workers need time to report that they are alive.
    if (now - steadySince >= silentAfterMs) await takeOver();
    await addDueTasks(database, options.intervals);
  }

  async function takeOver(): Promise<void> {
    const released = await database
      .transaction()
      .execute((transaction) => releaseSilent(transaction, silentAfterMs));
    if (released.jobs === 0) return;
    const seconds = Math.round(silentAfterMs / 1000);
    options.report(
      'warn',
      `A worker has been silent for ${seconds} s. Others run its jobs again: ${released.jobs}.`,
    );
  }

  async function keep(): Promise<void> {
    await round().catch(complain);
    if (!isStopped) timer = setTimeout(() => (current = keep()), beatEveryMs);
  }
  let current = keep();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
