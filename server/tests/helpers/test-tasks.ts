import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import { DatabaseUnavailable } from '../../src/platform/database/database-unavailable.ts';
import { PermanentFailure, type TasksFor } from '../../src/platform/jobs/task.ts';

declare module '../../src/platform/jobs/task.ts' {
  interface TaskPayloads {
    test_note: { note: string };
    test_sleep: { note: string; ms: number; stubborn?: boolean };
    test_throw: { times: number; permanent?: boolean; message?: string };
    test_lose: { times: number };
    test_tick: Record<string, never>;
    test_copy: Record<string, never>;
  }
}

export interface TestDeps {
  database: Database;
}

export interface LogLine {
  process: number;
  note: string;
}

export async function makeLog(database: Database): Promise<void> {
  await sql`create table job_log (id serial, process integer, note text)`.execute(database);
}

export async function readLog(database: Database): Promise<LogLine[]> {
  const { rows } = await sql<LogLine>`select process, note from job_log order by id`.execute(
    database,
  );
  return rows;
}

async function write({ database }: TestDeps, note: string): Promise<void> {
  await sql`insert into job_log (process, note) values (${process.pid}, ${note})`.execute(database);
}

export const testTasks: TasksFor<TestDeps> = {
  test_note: { run: ({ note }, { deps }) => write(deps, note) },
  test_sleep: {
    async run({ note, ms, stubborn }, { deps, signal }) {
      await write(deps, `${note} begins`);
      await sleep(ms, undefined, stubborn ? {} : { signal });
      await write(deps, `${note} ends`);
    },
  },
  test_throw: {
    async run({ times, permanent, message = 'It fails on purpose.' }, { deps, attempt }) {
      await write(deps, `attempt ${attempt}`);
      if (attempt <= times) throw new (permanent ? PermanentFailure : Error)(message);
    },
  },
  test_lose: {
    async run({ times }, { deps, attempt }) {
      await write(deps, `attempt ${attempt}`);
      if ((await readLog(deps.database)).length <= times)
        throw new DatabaseUnavailable('It is gone.');
    },
  },
};

export const tickingTasks: TasksFor<TestDeps> = {
  test_tick: { everyMinutes: 60, run: (_payload, { deps }) => write(deps, 'tick') },
};

/** A job that runs until it is stopped. */
export const copyTasks: TasksFor<TestDeps> = {
  test_copy: {
    lane: 'copies',
    async run(_payload, { deps, signal }) {
      await write(deps, 'copy begins');
      await sleep(3_600_000, undefined, { signal });
    },
  },
};
