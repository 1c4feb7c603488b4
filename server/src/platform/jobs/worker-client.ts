import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Retry } from '../database/retry.ts';
import type { Schema } from '../database/tables.ts';
import type { Complain } from './complain.ts';

interface Statement {
  text: string;
  values?: unknown[];
  name?: string;
}

interface Answer {
  rows: unknown[];
}

/** The pool of connections that graphile-worker expects, based on ours. Its queries never fail. */
export interface WorkerClient {
  pool: Pool;
  isBusy(): boolean;
  /** After this call, queries do nothing and find nothing. */
  close(): void;
}

export interface WorkerClientOptions {
  database: Kysely<Schema>;
  retry: Retry;
  complain: Complain;
  /** Called when the next job of a queue becomes available: otherwise it is found only by the next poll. */
  onQueueFree?(): void;
}

const RETRY_MS = 1_000;

/**
 * graphile-worker does not expect to lose its database. It does not wait for the query that completes a job, so a
 * failure of that query would end the process; and a failure to read its tasks is permanent. Therefore a query is
 * repeated here until it succeeds. The query that takes a job is not repeated: it may have locked a job before its
 * answer was lost. It then finds nothing, and `releaseLost` unlocks the job.
 */
export function createWorkerClient({
  database,
  retry,
  complain,
  onQueueFree,
}: WorkerClientOptions): WorkerClient {
  let running = 0;
  let isClosed = false;

  const run = ({ text, values = [] }: Statement) =>
    database.executeQuery(CompiledQuery.raw(text, values));

  async function repeat(statement: Statement): Promise<Answer> {
    while (!isClosed) {
      try {
        return await retry(() => run(statement));
      } catch (error) {
        complain(error);
      }
      await sleep(RETRY_MS);
    }
    return { rows: [] };
  }

  async function takeJob(statement: Statement): Promise<Answer> {
    if (isClosed) return { rows: [] };
    try {
      return await run(statement);
    } catch (error) {
      complain(error);
      return { rows: [] };
    }
  }

  async function query(statement: Statement): Promise<Answer> {
    const { name = '' } = statement;
    running += 1;
    try {
      const answer = await (name.startsWith('get_job') ? takeJob(statement) : repeat(statement));
      if (/^(complete|fail)_job_q/.test(name)) onQueueFree?.();
      return answer;
    } finally {
      running -= 1;
    }
  }

  // With a function, graphile-worker requests a connection to listen on. The worker listens on our own instead.
  const connect = (onConnect?: unknown) =>
    onConnect ? undefined : Promise.resolve({ query, release() {} });
  return {
    pool: { connect } as unknown as Pool,
    isBusy: () => running > 0,
    close() {
      isClosed = true;
    },
  };
}
