import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { type ByteBudgets, createByteBudgets, kilobytes } from './byte-budgets.ts';
import { limitedAddress } from './limited-address.ts';
import { type Clock, createPacer, createSharedPacer, type Pacer, SYSTEM_CLOCK } from './pacer.ts';
import { createCounters } from './shared-counter.ts';

/** Limits for the audio that this host sends. Null: no limit. */
export interface AudioLimits {
  /** Of all answers together. */
  audioBytesPerSecond: number | null;
  /** Of each address: an IPv4 address, or the first 64 bits of an IPv6 address. */
  audioAddressBytesPerHour: number | null;
}

/** The way of one answer to its client. */
export interface Passage {
  /** The same bytes, at the pace that the client may have. */
  pass(body: Readable): Readable;
  /** Counts a short body that is sent as it is. */
  count(bytes: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Admits a request for audio. Null on a host without limits.
     * @throws RateLimited if the address has fetched too much
     */
    admitAudio: ((request: FastifyRequest) => Promise<Passage | null>) | null;
  }
}

export interface ThrottleOptions {
  database: Database;
  config: AudioLimits & { redisUrl: string | null };
  /** Left out, that of the system. */
  paceClock?: Clock;
}

const HOUR_S = 3_600;

/** Decorates the server with `admitAudio`. */
export async function throttleAudio(
  app: FastifyInstance,
  { database, config, paceClock: clock = SYSTEM_CLOCK }: ThrottleOptions,
): Promise<void> {
  const { audioBytesPerSecond: speed, audioAddressBytesPerHour: bytes, redisUrl } = config;
  if (speed === null && bytes === null) {
    app.decorate('admitAudio', null);
    return;
  }
  const redis = redisUrl === null ? null : await connectRedis(redisUrl);
  if (redis) app.addHook('onClose', async () => redis.disconnect());
  const report = (level: 'info' | 'warn' | 'error', text: string) => app.log[level](text);
  const countersOf = createCounters({ database, redis, report });
  const budgets =
    bytes === null
      ? null
      : createByteBudgets({
          bytes,
          seconds: HOUR_S,
          counter: countersOf('audio-address', { points: kilobytes(bytes), seconds: HOUR_S }),
          now: clock.now,
        });
  const pacer =
    speed === null
      ? null
      : redis
        ? createSharedPacer(speed, { redis, clock })
        : createPacer(speed, clock);
  app.decorate('admitAudio', async ({ method, clientAddress }: FastifyRequest) => {
    if (method !== 'GET') return null;
    const address = limitedAddress(clientAddress);
    await budgets?.admit(address);
    return createPassage({ address, budgets, pacer, clock });
  });
}

export interface PassageOptions {
  address: string;
  budgets: Pick<ByteBudgets, 'spend'> | null;
  pacer: Pacer | null;
  clock: Clock;
}

/** A player begins at once, also on a busy host: the beginning of each answer is counted, but never waits. */
const AT_ONCE_BYTES = 1_000_000;

/** 512 kbit/s: no stream is slower, so that a listener hears without a stop. The total is exceeded instead. */
const SLOWEST_BYTES_PER_SECOND = 64_000;

export function createPassage({ address, budgets, pacer, clock }: PassageOptions): Passage {
  const slowest = (bytes: number) => (bytes / SLOWEST_BYTES_PER_SECOND) * 1_000;

  /** Milliseconds that these bytes wait. */
  function delayOf(bytes: number, sentBefore: number): number | Promise<number> {
    const hasBudget = budgets?.spend(address, bytes) ?? true;
    const wait = pacer?.take(bytes) ?? 0;
    if (sentBefore < AT_ONCE_BYTES) return 0;
    // An answer that has begun is not cut, but it gets no more than a listener needs.
    if (!hasBudget) return slowest(bytes);
    return typeof wait === 'number'
      ? Math.min(wait, slowest(bytes))
      : wait.then((ms) => Math.min(ms, slowest(bytes)));
  }

  return {
    count(bytes) {
      budgets?.spend(address, bytes);
      void pacer?.take(bytes);
    },
    pass(body) {
      let sent = 0;
      let cancel = () => {};
      const gate = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const passOn = () => done(null, chunk);
          const wait = (ms: number) => {
            if (ms <= 0) passOn();
            else if (!gate.destroyed) cancel = clock.later(passOn, ms);
          };
          const delay = delayOf(chunk.length, sent);
          sent += chunk.length;
          if (typeof delay === 'number') wait(delay);
          else delay.then(wait, done);
        },
        destroy(error, done) {
          cancel();
          done(error);
        },
      });
      pipeline(body, gate, () => {}); // the reply handles an error of the gate
      return gate;
    },
  };
}
