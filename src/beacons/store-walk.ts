import { BEACON_RETRY_DELAY_MS } from '../contract/limits.ts';
import type { Clock } from '../lib/clock.ts';
import type { BeaconStore } from './beacon-store.ts';
import type { DeliveryPool } from './delivery-pool.ts';
import { judge, type Verdict } from './retry-policy.ts';

/** The beacons that one page may hold in memory, and the number that it sends at once when it closes. */
export const CLAIMS_MAX = 32;

/** A beacon of this page whose attempt is under way. */
const UNDER_WAY: Verdict = { type: 'wait', until: Number.POSITIVE_INFINITY };

export interface StoreWalkPorts {
  /** Walked through in this order. */
  readonly stores: readonly BeaconStore[];
  readonly pool: DeliveryPool;
  readonly clock: Clock;
  isRunning(): boolean;
  /** Beacons of this page wait in a store that fails at the moment. */
  isKept(): boolean;
  /** Another walk is due then. */
  wakeAt(at: number): void;
  onDropped(): void;
}

/** Claims the due beacons of the stores, batch by batch, and gives them to the pool. */
export interface StoreWalk {
  /** Null while no walk is running. */
  readonly running: Promise<void> | null;
  /** Walks once through the stores, unless a walk is running. `isUrgent` skips the delay after a failure. */
  start(isUrgent?: boolean): Promise<void>;
  /** Claims the next batch after an id. Resolves with the id to continue after; null at the end. */
  claimSome(from: BeaconStore, after: string, isUrgent: boolean): Promise<string | null>;
}

export function createStoreWalk(ports: StoreWalkPorts): StoreWalk {
  const { stores, pool, clock, isRunning, wakeAt } = ports;
  let running: Promise<void> | null = null;

  async function walkThrough(isUrgent: boolean): Promise<void> {
    for (const from of stores) {
      let after: string | null = '';
      while (after !== null && isRunning()) {
        after = await claimSome(from, after, isUrgent);
        await pool.whenBegun();
      }
    }
  }

  async function claimSome(from: BeaconStore, after: string, isUrgent: boolean) {
    const now = clock.now();
    const found = await from
      .step(after, CLAIMS_MAX, (beacon) =>
        pool.has(beacon.id) ? UNDER_WAY : judge(beacon, now, isUrgent),
      )
      .catch(() => null);
    if (!found) {
      // A later walk tries the store again.
      if (ports.isKept()) wakeAt(now + BEACON_RETRY_DELAY_MS);
      return null;
    }
    const stored = Promise.resolve(from);
    pool.add(found.claimed.map((beacon) => ({ beacon, stored })));
    for (const _ of found.dropped) ports.onDropped();
    wakeAt(found.dueAt);
    return found.last;
  }

  return {
    get running() {
      return running;
    },
    start(isUrgent = false) {
      running ??= walkThrough(isUrgent).finally(() => {
        running = null;
      });
      return running;
    },
    claimSome,
  };
}
