import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { withoutCommitWork } from '../database/before-commit.ts';
import type { Database } from '../database/database.ts';
import { outsidePublicReads } from '../database/public-reads.ts';
import type { Report } from '../database/watch.ts';
import type { Quota } from './limit-table.ts';

export interface Grant {
  /** Granted points: fewer than requested if the window has no more. */
  granted: number;
  /** Points that are left for later. */
  remaining: number;
  /** Until the window ends. */
  resetMs: number;
}

/** Counts points for a key in a window that begins with the first of them. */
export interface Counter {
  take(key: string, points: number): Promise<Grant>;
}

export interface CounterOptions {
  database: Database;
  /** Null if the processes share the counts through the database. */
  redis: Redis | null;
  report: Report;
}

const STORE_REST_MS = 5_000; // how long a lost store is left alone

/**
 * Creates counters that all processes share. While the store is lost, each process counts separately: a limit may let
 * more pass, but requests never fail.
 */
export function createCounters({ database, redis, report }: CounterOptions) {
  let lostUntil = 0;

  function lose(error: unknown): void {
    if (lostUntil === 0) {
      report('warn', `Rate limits are counted by each process alone: ${String(error)}`);
    }
    lostUntil = Date.now() + STORE_REST_MS;
  }

  function regain(): void {
    if (lostUntil > 0) report('info', 'Rate limits are shared by all processes again.');
    lostUntil = 0;
  }

  return (name: string, { points, seconds }: Quota): Counter => {
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
    const alone = new RateLimiterMemory(options);
    const shared = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
      : new RateLimiterPostgres({ ...options, ...storeIn(database) });
    return {
      async take(key, wanted) {
        const name = hashed(key);
        if (Date.now() < lostUntil) return consume(alone, name, wanted);
        try {
          const grant = await consume(shared, name, wanted);
          regain();
          return grant;
        } catch (error) {
          lose(error);
          return consume(alone, name, wanted);
        }
      },
    };
  };
}

/** Short, and keeps addresses and e-mail addresses out of the store. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

interface Limiter {
  points: number;
  /** In seconds. */
  duration: number;
  consume(key: string, points: number): Promise<RateLimiterRes>;
  delete(key: string): Promise<boolean>;
}

async function consume(limiter: Limiter, key: string, wanted: number): Promise<Grant> {
  let result = await ask(limiter, key, wanted);
  if (isTooLong(result.msBeforeNext, limiter.duration)) {
    await limiter.delete(key);
    result = await ask(limiter, key, wanted);
  }
  const left = limiter.points - (result.consumedPoints - wanted); // before this call
  const granted = Math.max(0, Math.min(wanted, left));
  return { granted, remaining: Math.max(0, left - granted), resetMs: result.msBeforeNext };
}

const ask = (limiter: Limiter, key: string, wanted: number): Promise<RateLimiterRes> =>
  limiter.consume(key, wanted).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });

/**
 * True for a window that began while the clock was ahead: its end is that of the wrong time. The clocks of several machines
 * differ a little, so a window may seem up to twice as long.
 */
export const isTooLong = (resetMs: number, seconds: number): boolean => resetMs > 2_000 * seconds;

/** The table of migration 0007, through the pool of all queries. */
function storeIn(database: Database) {
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const upsert = CompiledQuery.raw(text, [...values]);
    const { rows } = await outsidePublicReads(() =>
      withoutCommitWork(() => database.executeQuery(upsert)),
    );
    return { rows, rowCount: rows.length };
  };
  return {
    storeClient: { query },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false, // the task forget_counts does it
  };
}
