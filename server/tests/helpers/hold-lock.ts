import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

type Handle = TestDatabase['database'];

/**
 * Runs a statement in a transaction that stays open, lets `start` begin requests, and waits until this many of them wait
 * for a lock. Then the transaction ends, and the requests continue.
 */
export async function holdLock<Result>(
  database: Handle,
  statement: RawBuilder<unknown>,
  { waiting, start }: { waiting: number; start: () => Promise<Result> },
): Promise<Result> {
  const started = await database.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    const result = start();
    result.catch(() => {}); // the caller handles it
    await waitForWaiting(database, waiting);
    return { result }; // in an object, because the transaction must not wait for the promise
  });
  return started.result;
}

/** Resolves once this many statements wait for a lock. */
export async function waitForWaiting(database: Handle, count: number): Promise<void> {
  await expect.poll(() => countWaiting(database), { timeout: 20_000 }).toBe(count);
}

async function countWaiting(database: Handle): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]?.waiting ?? 0;
}
