import type { Job, TaskList } from 'graphile-worker';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Retry } from '../database/retry.ts';
import type { Report } from '../database/watch.ts';
import { explainError } from '../explain-error.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { Traces } from '../traces/open-traces.ts';
import { runInSpan } from '../traces/spans.ts';
import { PermanentFailure, type TaskTable } from './task.ts';

/** One attempt of a job. */
export interface EndedTask {
  task: string;
  hasFailed: boolean;
  seconds: number;
}

export interface TaskRunnerOptions<Deps> {
  tasks: TaskTable<Deps>;
  deps: Deps;
  report: Report;
  /**
   * Restarts a task once a lost database is back: the job has not failed, and delays grow to hours with its attempts.
   */
  retry: Retry;
  onEnded?: ((ended: EndedTask) => void) | undefined;
  traces?: Traces | undefined;
  /** Called if a job must not be retried. */
  giveUp(jobId: string): Promise<void>;
}

/** Runs the tasks of jobs, and tracks the running jobs. */
export interface TaskRunner {
  /** Tasks as graphile-worker calls them. */
  list(names: readonly string[]): TaskList;
  /** The ids of running jobs. */
  running(): string[];
  /** Asks running tasks to stop. */
  abort(): void;
  /**
   * After this call, a job that begins, or that fails because of `abort`, stays locked, so that it can be handed to
   * other workers.
   */
  retire(): void;
}

export function createTaskRunner<Deps>(options: TaskRunnerOptions<Deps>): TaskRunner {
  const { tasks, deps, report, retry, giveUp, onEnded, traces } = options;
  const controllers = new Map<string, AbortController>();
  let isRetired = false;

  const run =
    (name: string): TaskList[string] =>
    async (payload, { job }) => {
      if (isRetired) return never();
      const controller = new AbortController();
      controllers.set(job.id, controller);
      const { signal } = controller;
      const attempt = {
        attempt: job.attempts,
        isLastAttempt: job.attempts >= job.max_attempts,
      };
      const startedAt = performance.now();
      let hasFailed = false;
      const span = traces?.begin('job', { name, attributes: { 'earshot.job_id': job.id } });
      try {
        await retry(async () => {
          signal.throwIfAborted();
          const task = async () =>
            tasks[name]?.run(payload as never, { deps, signal, report, ...attempt });
          await (span ? runInSpan(span, task) : task());
        });
      } catch (error) {
        if (isRetired && signal.aborted) return never();
        hasFailed = true;
        const isOver = attempt.isLastAttempt || error instanceof PermanentFailure;
        const failure = describe(job, error, isOver);
        if (failure) report(isOver ? 'error' : 'warn', failure);
        if (isOver) await giveUp(job.id);
        throw new Error(reasonOf(error));
      } finally {
        controllers.delete(job.id);
        span?.end(hasFailed ? { error: name } : {});
        onEnded?.({ task: name, hasFailed, seconds: (performance.now() - startedAt) / 1_000 });
      }
    };

  return {
    list: (names) => Object.fromEntries(names.map((name) => [name, run(name)])),
    running: () => [...controllers.keys()],
    abort() {
      for (const controller of controllers.values()) controller.abort();
    },
    retire() {
      isRetired = true;
    },
  };
}

const never = () => new Promise<never>(() => {});

/** Null if there is nothing to report: the loss of the database is reported once, not by each job. */
function describe(job: Job, error: unknown, isOver: boolean): string | null {
  if (!isOver && error instanceof DatabaseUnavailable) return null;
  const attempt = `in attempt ${job.attempts} of ${job.max_attempts}`;
  const next = isOver ? 'it is given up' : 'it will be tried again';
  const reason = error instanceof PermanentFailure ? error.message : explainError(error);
  return `Job ${job.id} (${job.task_identifier}) failed ${attempt}, ${next}: ${reason}`;
}

/** A text that PostgreSQL can store: without lone surrogates, which JSON would hold as escapes. */
function reasonOf(error: unknown): string {
  const text = cleanLine(error instanceof Error ? error.message : String(error));
  return Buffer.from(text).toString() || 'no reason given';
}
