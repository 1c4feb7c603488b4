import { BEACON_LOOP_MS, BEACON_RETRY_DELAY_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createScope } from '../lib/scope.ts';
import { type Beacon, type StoredBeacon, toStoredBeacon } from './beacon.ts';
import { type BeaconStore, createDatabaseStore, createMemoryStore } from './beacon-store.ts';
import { type Attempt, createDeliveryPool } from './delivery-pool.ts';
import { reportSafely } from './report-safely.ts';
import { claim, judge, type Verdict } from './retry-policy.ts';
import { createTransport, type Transport } from './transport.ts';

/** The beacons that one page may hold in memory, and the number that it sends at once when it closes. */
const CLAIMS_MAX = 32;

/** Resolves when the walk has ended. */
const UNDER_WAY: Verdict = { type: 'wait', until: Number.POSITIVE_INFINITY };

const NO_ALARM = { at: Number.POSITIVE_INFINITY, cancel: () => {} };

/** The window, or a fake in tests. */
export type QueuePage = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly navigator: { readonly onLine: boolean };
  readonly document: { readonly visibilityState: string };
};

export interface BeaconQueueOptions {
  /** Base address of the API. Relative addresses of beacons are below it. */
  apiUrl: string;
  /** Called for each beacon that was delivered or dropped, with the job `beacon`. */
  reportMetric?: ReportMetric | undefined;
  clock?: Clock;
  transport?: Transport;
  /** The storage of the beacons. The browser's database unless given. */
  store?: BeaconStore;
  page?: QueuePage | undefined;
  /** While it answers false, nothing is sent and beacons stay stored. */
  isAllowed?: () => boolean;
}

export interface BeaconQueue {
  /** Resolves when the beacon is stored. Never rejects; a beacon that can never be sent is dropped. */
  enqueue(beacon: Beacon): Promise<void>;
  /** Tries all due beacons. Resolves when each was delivered, dropped, or kept for later. */
  flush(): Promise<void>;
  /** Sends undelivered beacons and ends every listener and timer. Stored beacons wait for the next queue. */
  destroy(): void;
}

/**
 * Delivers each beacon at least once, across reloads, crashes and several tabs. A beacon stays stored until an answer
 * arrives, and only the page that claimed it delivers it. If that page closes before the answer, another page delivers
 * the beacon when the claim is stale. While the browser is offline, the queue tries nothing and uses up no retry.
 */
export function createBeaconQueue(options: BeaconQueueOptions): BeaconQueue {
  const { apiUrl, reportMetric, clock = systemClock, isAllowed = () => true } = options;
  const { transport = createTransport(), store = createDatabaseStore() } = options;
  const page = options.page ?? (typeof window === 'undefined' ? undefined : window);
  /** Holds the beacons that `store` refuses. */
  const memory = createMemoryStore();
  const scope = createScope();
  let walking: Promise<void> | null = null;
  let alarm = NO_ALARM;
  /** Beacons of this page wait in `store`, which may fail for a while, or refuse everything for good. */
  let isKept = false;
  /** True once the page is closing. Beacons that arrive now come from other listeners of the same event. */
  let isLeaving = false;

  const isOnline = () => page?.navigator.onLine !== false && isAllowed();
  const isRunning = () => !scope.disposed && isOnline();
  const pool = createDeliveryPool({ transport, clock, isRunning, onAttempt });

  /** Walks once through the store, unless a walk is running. `isUrgent` skips the delay after a failure. */
  function walk(isUrgent = false): Promise<void> {
    walking ??= walkThrough(isUrgent).finally(() => {
      walking = null;
    });
    return walking;
  }

  async function walkThrough(isUrgent: boolean): Promise<void> {
    for (const from of [memory, store]) {
      let after: string | null = '';
      while (after !== null && isRunning()) {
        after = await claimSome(from, after, isUrgent);
        await pool.whenBegun();
      }
    }
  }

  /** Claims the next batch of due beacons. If the store fails, a later walk tries again. */
  async function claimSome(from: BeaconStore, after: string, isUrgent: boolean) {
    const now = clock.now();
    const found = await from
      .step(after, CLAIMS_MAX, (beacon) =>
        pool.has(beacon.id) ? UNDER_WAY : judge(beacon, now, isUrgent),
      )
      .catch(() => null);
    if (!found) {
      if (isKept) wakeAt(now + BEACON_RETRY_DELAY_MS);
      return null;
    }
    const stored = Promise.resolve(from);
    pool.add(found.claimed.map((beacon) => ({ beacon, stored })));
    for (const _ of found.dropped) report('expired');
    wakeAt(found.dueAt);
    return found.last;
  }

  function onAttempt({ status, isForLater, durationMs }: Attempt): void {
    if (isForLater) wakeAt(clock.now() + BEACON_RETRY_DELAY_MS);
    else if (status === null) report('expired', durationMs);
    else report(status >= 200 && status < 400 ? null : String(status), durationMs);
  }

  function report(reason: string | null, duration_ms = 0): void {
    const outcome = reason === null ? 'success' : 'error';
    reportSafely(reportMetric, { job: 'beacon', outcome, duration_ms, reason });
  }

  /** Walks again at `at`, but not within 2 s. There is no timer while no beacon waits. */
  function wakeAt(at: number): void {
    if (at >= alarm.at || scope.disposed) return;
    alarm.cancel();
    const delay = Math.max(BEACON_LOOP_MS, at - clock.now());
    const cancel = scope.timeout(() => {
      alarm = NO_ALARM;
      if (walking) wakeAt(clock.now());
      else void walk();
    }, delay);
    alarm = { at, cancel };
  }

  async function save(beacon: StoredBeacon): Promise<BeaconStore> {
    try {
      await store.put(beacon);
      isKept = true;
      return store;
    } catch {
      await memory.put(beacon);
      return memory;
    }
  }

  /** Sends all beacons of this page now, while it can still start requests, and those that no later page can see. */
  function handOff(): void {
    if (!isOnline()) return;
    pool.handOff();
    const now = clock.now();
    const stored = Promise.resolve(memory);
    void memory
      .step('', CLAIMS_MAX, (beacon) =>
        pool.has(beacon.id) ? UNDER_WAY : judge(beacon, now, true),
      )
      .then(({ claimed }) => {
        pool.add(claimed.map((beacon) => ({ beacon, stored })));
        pool.handOff();
      });
  }

  function goOn(isUrgent: boolean): void {
    pool.start();
    void Promise.resolve(walking).then(() => walk(isUrgent));
  }

  if (page) {
    scope.listen(page, 'online', () => goOn(true));
    // While the page was in the browser's cache it may have missed that the network is back.
    scope.listen(page, 'pageshow', () => {
      isLeaving = false;
      goOn(false);
    });
    scope.listen(page, 'visibilitychange', () => {
      if (page.document.visibilityState === 'hidden') handOff();
    });
    scope.listen(page, 'pagehide', () => {
      isLeaving = true;
      handOff();
    });
  }
  void walk();

  return {
    async enqueue(request) {
      const now = clock.now();
      const beacon = toStoredBeacon(request, apiUrl, now);
      if (!beacon) return report('invalid');
      if (!isRunning() || pool.size >= CLAIMS_MAX) {
        await save(beacon);
        wakeAt(now);
        return;
      }
      // Ours from the start: no other tab takes it, and delivery need not wait for the disk.
      const ours = claim(beacon, now);
      const stored = save(ours);
      pool.add([{ beacon: ours, stored }]);
      if (isLeaving) pool.handOff();
      await stored;
    },
    async flush() {
      await walking;
      await walk();
      await pool.whenSettled();
    },
    destroy() {
      handOff();
      scope.dispose();
    },
  };
}
