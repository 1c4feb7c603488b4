import type { Redis } from 'ioredis';

/** The time in milliseconds, and a timer. */
export interface Clock {
  now(): number;
  /** Runs it after this time. The result cancels it. */
  later(run: () => void, ms: number): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A speed that many streams share. */
export interface Pacer {
  /** Takes bytes, and returns the milliseconds until they may be sent. */
  take(bytes: number): number | Promise<number>;
}

const BURST_MS = 1_000; // an idle host may send what it has saved in this time at once
const DEBT_MS = 2_000; // bytes beyond that are forgiven: a rush of first megabytes must not slow listeners for minutes

/** The speed of one process: each piece is sent when those before it are paid for (the algorithm GCRA). */
export function createPacer(bytesPerSecond: number, { now }: Pick<Clock, 'now'>): Pacer {
  let paidAt = Number.NEGATIVE_INFINITY;
  return {
    take(bytes) {
      const at = now();
      const startsAt = Math.max(paidAt, at - BURST_MS);
      paidAt = Math.min(startsAt + (bytes / bytesPerSecond) * 1_000, at + DEBT_MS);
      return Math.max(0, startsAt - at);
    },
  };
}

// The clock of Redis is the only one that all processes share. Times are microseconds.
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local paid = tonumber(redis.call('GET', KEYS[1]) or '0')
local starts = math.max(paid, now - tonumber(ARGV[2]))
local next = math.min(starts + tonumber(ARGV[1]), now + tonumber(ARGV[3]))
redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', 60000)
return math.max(0, starts - now)`;

const KEY = 'limit:audio-pace';
const ASKS_PER_SECOND = 50;
const REDIS_REST_MS = 5_000;

/**
 * The speed of all processes together. A process takes a piece for a fiftieth of a second at once, so that Redis is
 * asked seldom. While Redis is lost, the process has the whole speed for itself.
 */
export function createSharedPacer(
  bytesPerSecond: number,
  { redis, clock: { now } }: { redis: Redis; clock: Clock },
): Pacer {
  const alone = createPacer(bytesPerSecond, { now });
  const piece = Math.ceil(bytesPerSecond / ASKS_PER_SECOND);
  let left = 0;
  let readyAt = 0;
  let renewal: Promise<void> | null = null;
  let lostUntil = Number.NEGATIVE_INFINITY;

  async function renew(wanted: number): Promise<void> {
    const micros = (ms: number) => Math.round(ms * 1_000);
    const costs = micros((wanted / bytesPerSecond) * 1_000);
    try {
      const wait = await redis.eval(TAKE, 1, KEY, costs, micros(BURST_MS), micros(DEBT_MS));
      readyAt = now() + Number(wait) / 1_000;
      left += wanted;
    } catch {
      lostUntil = now() + REDIS_REST_MS;
    }
  }

  return {
    async take(bytes) {
      while (left < bytes) {
        if (now() < lostUntil) return alone.take(bytes);
        renewal ??= renew(Math.max(piece, bytes)).finally(() => {
          renewal = null;
        });
        await renewal;
      }
      left -= bytes;
      return Math.max(0, readyAt - now());
    },
  };
}
