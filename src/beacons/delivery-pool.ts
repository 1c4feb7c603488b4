import type { Clock } from '../lib/clock.ts';
import type { StoredBeacon } from './beacon.ts';
import { claim, holdsClaim } from './beacon-claim.ts';
import type { BeaconStore } from './beacon-store.ts';
import type { Transport } from './beacon-transport.ts';
import { afterFailure, isRetryable, isTooOld } from './retry-policy.ts';

/** Requests at once. A browser opens six connections to a host; two are left for the sound. */
const CONCURRENCY = 4;

/** A beacon with our claim, and the promise of the store that will keep it. */
export interface Claimed {
  readonly beacon: StoredBeacon;
  readonly stored: Promise<BeaconStore>;
}

/** The outcome of one attempt. */
export interface Attempt {
  /** HTTP status. 0 if no answer arrived, null if nothing was sent, for example because the beacon was too old. */
  readonly status: number | null;
  /** It is stored and waits for another attempt, by this page or one that took it over. Otherwise it is gone. */
  readonly isForLater: boolean;
  readonly durationMs: number;
}

export interface DeliveryPoolOptions {
  transport: Transport;
  clock: Clock;
  /** False while no new attempt may start. */
  isRunning: () => boolean;
  onAttempt: (attempt: Attempt) => void;
}

/** Delivers the claimed beacons of this page, a few at a time, and writes the outcomes to the stores. */
export interface DeliveryPool {
  /** Claimed and not yet settled. */
  readonly size: number;
  /** True if this page has claimed the beacon. Such a beacon is not claimed again, even if the claim looks stale. */
  has(id: string): boolean;
  add(items: readonly Claimed[]): void;
  /** Continues after `isRunning` was false. */
  start(): void;
  /** Starts all remaining attempts at once, because the page is closing. */
  handOff(): void;
  /** Resolves when every attempt has started, or none is running. */
  whenBegun(): Promise<void>;
  /** Resolves when every outcome is written. */
  whenSettled(): Promise<void>;
}

export function createDeliveryPool(options: DeliveryPoolOptions): DeliveryPool {
  const { transport, clock, isRunning, onAttempt } = options;
  const waiting: Claimed[] = [];
  const ids = new Set<string>();
  const workers = new Set<Promise<void>>();
  const underWay = new Set<Promise<void>>();

  function start(): void {
    while (isRunning() && workers.size < CONCURRENCY && waiting.length > 0) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  }

  async function work(): Promise<void> {
    while (isRunning()) {
      const next = waiting.shift();
      if (!next) return;
      await deliver(next);
    }
  }

  function deliver(item: Claimed, isLeaving = false): Promise<void> {
    const delivery = attempt(item, isLeaving).finally(() => {
      underWay.delete(delivery);
      ids.delete(item.beacon.id);
    });
    underWay.add(delivery);
    return delivery;
  }

  async function attempt({ beacon, stored }: Claimed, isLeaving: boolean): Promise<void> {
    const startedAt = clock.now();
    if (isTooOld(beacon, startedAt)) return settle(beacon, stored, null, startedAt);
    let ours = beacon;
    if (!holdsClaim(ours, startedAt)) {
      // It waited so long, for example for the network, that another page may have taken it.
      ours = claim(beacon, startedAt);
      const isStillOurs = await (await stored).replace(beacon, ours).catch(() => true);
      if (!isStillOurs) return onAttempt({ status: null, isForLater: true, durationMs: 0 });
    }
    const status = await transport.send(ours, isLeaving).catch(() => 0);
    await settle(ours, stored, status, startedAt);
  }

  async function settle(
    beacon: StoredBeacon,
    stored: Promise<BeaconStore>,
    status: number | null,
    startedAt: number,
  ): Promise<void> {
    const store = await stored;
    const now = clock.now();
    const next = status !== null && isRetryable(status) ? afterFailure(beacon, now) : null;
    const isOurs = await (next ? store.replace(beacon, next) : store.remove(beacon.id)).catch(
      () => true, // The store failed, but the attempt was made.
    );
    const isForLater = next !== null;
    if (isOurs || isForLater) onAttempt({ status, isForLater, durationMs: now - startedAt });
  }

  return {
    get size() {
      return ids.size;
    },
    has: (id) => ids.has(id),
    add(items) {
      waiting.push(...items);
      for (const { beacon } of items) ids.add(beacon.id);
      start();
    },
    start,
    handOff() {
      transport.hurry();
      for (const item of waiting.splice(0)) void deliver(item, true);
    },
    async whenBegun() {
      // A worker ends when no beacon waits.
      while (waiting.length > 0 && workers.size > 0) await Promise.race(workers);
    },
    async whenSettled() {
      while (workers.size > 0 || underWay.size > 0) await Promise.all([...workers, ...underWay]);
    },
  };
}
