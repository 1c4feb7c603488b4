import type { Report } from '../database/watch.ts';

/**
 * The payload of each task, by the task's name. A feature adds its own in its `jobs.ts`:
 *
 *     declare module '../../platform/jobs/task.ts' {
 *       interface TaskPayloads { publish_episode: { episodeId: number } }
 *     }
 *
 * A payload is stored as JSON. Never rename a task or change the meaning of a payload: older jobs may still wait.
 */
// biome-ignore lint/suspicious/noEmptyInterface: every feature adds to it
export interface TaskPayloads {}

export type TaskName = keyof TaskPayloads & string;

export interface TaskContext<Deps> {
  deps: Deps;
  /**
   * Aborted when the process stops or has lost the job. A long task then throws: another process runs its job again,
   * and the attempt does not count.
   */
  signal: AbortSignal;
  /** Counts from 1. */
  attempt: number;
  isLastAttempt: boolean;
  /** Writes to the log. */
  report: Report;
}

/**
 * Where a job waits for its turn. `copies`: it copies whole shows, which takes up to hours. `remote`: it waits for the mail
 * server, a hub or another service, which may not answer for a minute.
 */
export type Lane = 'copies' | 'remote' | 'others';

/** The work of a job. It may run twice: after a crash, a job is run again. */
export interface Task<Payload, Deps> {
  /** Default: `others`. */
  lane?: Lane;
  /** Throws to be retried later, or `PermanentFailure` if a retry cannot help. */
  run(payload: Payload, context: TaskContext<Deps>): Promise<void>;
  /** Runs the task with an empty payload in this interval, in one process at a time. */
  everyMinutes?: number;
}

/** The tasks of one feature. */
export type TasksFor<Deps> = { [Name in TaskName]?: Task<TaskPayloads[Name], Deps> };

/** All tasks of the program, by name. */
export type TaskTable<Deps> = Readonly<Record<string, Task<never, Deps>>>;

/** Puts the tasks of all features into one table. Throws if two have the same name. */
export function collectTasks<Deps>(features: readonly TasksFor<Deps>[]): TaskTable<Deps> {
  const table: Record<string, Task<never, Deps>> = {};
  for (const [name, task] of features.flatMap((tasks) => Object.entries(tasks))) {
    if (name in table) throw new Error(`Two tasks are called ${name}.`);
    table[name] = task;
  }
  return table;
}

/** Thrown by a task if a retry cannot help. Its message is shown to people. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
