import { AsyncLocalStorage } from 'node:async_hooks';

export interface QueryResult {
  rows: unknown[];
  rowCount: number | null;
}

/** Runs one statement on the connection of a transaction. */
export type RunQuery = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult>;

/**
 * Work of a request that must be part of every transaction that it commits. If it throws, the transaction is rolled
 * back.
 */
export type CommitWork = (run: RunQuery) => Promise<void>;

const current = new AsyncLocalStorage<CommitWork>();
let users = 0;

/**
 * Runs `start`, and everything that it begins, with this work in each of its write transactions, after the work of an
 * outer call. Call the result at the end.
 */
export function runWithCommitWork(work: CommitWork, start: () => void): () => void {
  users += 1;
  let isOver = false;
  const outer = current.getStore();
  const both: CommitWork = async (run) => {
    await outer?.(run);
    await work(run);
  };
  current.run(outer ? both : work, start);
  return () => {
    if (isOver) return;
    isOver = true;
    users -= 1;
    if (users === 0) current.disable(); // tracking every promise of the process costs time
  };
}

/** Runs something outside of the request's work, such as its accounting. */
export function withoutCommitWork<Result>(run: () => Result): Result {
  return current.exit(run);
}

const WRITES = /^\s*(insert|update|delete)\b/i;

/**
 * Adds the work of the current request to the transactions of a connection. A single write is wrapped in a
 * transaction.
 */
export function addCommitWork(run: RunQuery): RunQuery {
  let isOpen = false;
  let isReadOnly = false;
  return async (sql, parameters) => {
    const work = current.getStore();
    if (/^(begin|start transaction)/.test(sql)) {
      isOpen = true;
      isReadOnly = sql.includes('read only');
    } else if (work && sql === 'commit' && !isReadOnly) {
      await work(run);
    } else if (work && !isOpen && WRITES.test(sql)) {
      return inTransaction(run, { sql, parameters, work });
    }
    return run(sql, parameters);
  };
}

interface Write {
  sql: string;
  parameters: readonly unknown[];
  work: CommitWork;
}

async function inTransaction(run: RunQuery, { sql, parameters, work }: Write) {
  await run('begin', []);
  try {
    const result = await run(sql, parameters);
    await work(run);
    await run('commit', []);
    return result;
  } catch (error) {
    await run('rollback', []).catch(() => {}); // the first error is reported instead
    throw error;
  }
}
