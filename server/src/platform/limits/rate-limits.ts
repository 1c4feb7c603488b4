import { Refusal, type Said } from '../http/refusal.ts';
import { LIMITS, type Limit, type LimitName, type Quota } from './limit-table.ts';
import { type Counter, isTooLong } from './shared-counter.ts';

/** The account and address to count. Null or missing parts are not counted. */
export interface Counted {
  /** Id of the user, or another key of an account, such as an e-mail address. */
  account?: number | string | null;
  address?: string | null;
}

/** The rest of a quota after a request. */
export interface Balance {
  /** Name of the quota in headers. */
  name: string;
  quota: Quota;
  remaining: number;
  resetMs: number;
}

export interface RateLimits {
  /**
   * Counts one request, and returns the rest of each quota.
   * @throws RateLimited
   */
  take(name: LimitName, counted: Counted): Promise<Balance[]>;
}

/** Too many requests. The error handler adds the headers about retrying. */
export class RateLimited extends Refusal {
  readonly balances: readonly Balance[];
  readonly retryAfterS: number;

  constructor(balances: readonly Balance[], resetMs: number) {
    const retryAfterS = Math.max(1, Math.ceil(resetMs / 1_000));
    super('RATE_LIMITED', [waitFor(retryAfterS)]);
    this.balances = balances;
    this.retryAfterS = retryAfterS;
  }
}

function waitFor(seconds: number): Said {
  if (seconds === 1) return { words: 'wait_second' };
  return seconds <= 120
    ? { words: 'wait_seconds', values: { n: seconds } }
    : { words: 'wait_minutes', values: { n: Math.ceil(seconds / 60) } };
}

type CreateCounter = (name: string, quota: Quota) => Counter;

/** Counts requests by `LIMITS`, or by another table. */
export function createRateLimits(
  createCounter: CreateCounter,
  table: Readonly<Record<string, Limit>> = LIMITS,
): RateLimits {
  const meters = new Map<string, Meter>();
  for (const [name, limit] of Object.entries(table)) {
    for (const kind of ['account', 'address'] as const) {
      const quota = limit[kind];
      const key = `${name}-${kind}`;
      if (quota) meters.set(key, createMeter(quota, createCounter(key, quota)));
    }
  }

  async function takeOne(key: string, counted: number | string): Promise<Balance | null> {
    const meter = meters.get(key);
    return meter ? { name: key, quota: meter.quota, ...(await meter.take(String(counted))) } : null;
  }

  return {
    async take(name, counted) {
      const balances: Balance[] = [];
      for (const kind of ['address', 'account'] as const) {
        const key = counted[kind];
        const balance = key == null ? null : await takeOne(`${name}-${kind}`, key);
        if (!balance) continue;
        balances.push(balance);
        if (balance.remaining < 0) throw new RateLimited(balances, balance.resetMs);
      }
      return balances;
    },
  };
}

interface Meter {
  quota: Quota;
  /** `remaining` is -1 if the request is one too many. */
  take(key: string): Promise<{ remaining: number; resetMs: number }>;
}

interface Lease {
  /** Points that this process may still grant without the store. */
  left: number;
  /** Points left in the store. If both are 0, requests are refused until the window ends. */
  beyond: number;
  endsAt: number;
  renewal: Promise<void> | null;
}

const LEASES_MAX = 50_000; // about 10 MB

function createMeter(quota: Quota, counter: Counter): Meter {
  const { lease: size = 1, points, seconds } = quota;
  const leases = new Map<string, Lease>();

  function leaseOf(key: string, now: number): Lease {
    const known = leases.get(key);
    const restMs = known ? known.endsAt - now : 0;
    if (known && restMs > 0 && !isTooLong(restMs, seconds)) return known;
    leases.delete(key); // the map is in the order of time
    if (leases.size >= LEASES_MAX) forgetOldest(leases, now);
    const left = size > 1 ? size : 0;
    const fresh = { left, beyond: points - left, endsAt: now + seconds * 1_000, renewal: null };
    leases.set(key, fresh);
    return fresh;
  }

  /** Requests that arrive during a call to the store wait for the same answer. */
  function renew(key: string, lease: Lease): Promise<void> {
    lease.renewal ??= counter
      .take(key, size)
      .then(({ granted, remaining, resetMs }) => {
        lease.left += granted;
        lease.beyond = granted > 0 ? remaining : 0;
        lease.endsAt = Date.now() + resetMs;
      })
      .finally(() => {
        lease.renewal = null;
      });
    return lease.renewal;
  }

  return {
    quota,
    async take(key) {
      while (true) {
        const now = Date.now();
        const lease = leaseOf(key, now);
        const resetMs = lease.endsAt - now;
        if (lease.left > 0) {
          lease.left -= 1;
          return { remaining: lease.left + lease.beyond, resetMs };
        }
        if (lease.beyond === 0) return { remaining: -1, resetMs };
        await renew(key, lease);
      }
    },
  };
}

function forgetOldest(leases: Map<string, Lease>, now: number): void {
  for (const [key, { endsAt }] of leases) if (endsAt <= now) leases.delete(key);
  // In a flood of addresses no window has ended yet. Dropping the oldest only grants them their free points again.
  for (const key of leases.keys()) {
    if (leases.size < LEASES_MAX / 2) return;
    leases.delete(key);
  }
}
