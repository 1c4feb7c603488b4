import { BEACON_LOOP_MS, BEACON_RETRY_DELAY_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import type { Clock } from '../lib/clock.ts';
import { createScope, type Scope } from '../lib/scope.ts';
import { type Beacon, type StoredBeacon, toStoredBeacon } from './beacon.ts';
import { claim } from './beacon-claim.ts';
import { type BeaconStore, createDatabaseStore, createMemoryStore } from './beacon-store.ts';
import { createTransport, type Transport } from './beacon-transport.ts';
import { type Attempt, createDeliveryPool } from './delivery-pool.ts';
import { reportSafely } from './report-safely.ts';
import { CLAIMS_MAX, createStoreWalk } from './store-walk.ts';

const NO_ALARM = { at: Number.POSITIVE_INFINITY, cancel: () => {} };

/**
 * Returns a function that lets `run` be called at a time, or earlier if an earlier one is asked for, but not within 2 s.
 * There is no timer while no time is asked for.
 */
function createAlarm(scope: Scope, clock: Clock, run: () => void): (at: number) => void {
  let alarm = NO_ALARM;
  return (at) => {
    if (at >= alarm.at || scope.disposed) return;
    alarm.cancel();
    const delay = Math.max(BEACON_LOOP_MS, at - clock.now());
    const cancel = scope.timeout(() => {
      alarm = NO_ALARM;
      run();
    }, delay);
    alarm = { at, cancel };
  };
}

/** The window, or a fake in tests. */
export type QueuePage = Pick<EventTarget, 'addEventListener'> & {
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
  /** The storage of the beacons. Default: the browser's database. */
  store?: BeaconStore;
  page?: QueuePage | undefined;
  /** While it returns false, nothing is sent and beacons stay stored. */
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
 * arrives, and only the page that claimed it delivers it. If that page closes before the answer, another page
 * delivers the beacon when the claim is stale. While the browser is offline, the queue tries nothing and uses no
 * retry.
 */
export function createBeaconQueue(options: BeaconQueueOptions): BeaconQueue {
  const { apiUrl, reportMetric, clock = Date, isAllowed = () => true } = options;
  const { transport = createTransport(), store = createDatabaseStore() } = options;
  const page = options.page ?? (typeof window === 'undefined' ? undefined : window);
  const scope = createScope();
  const shelf = createShelf(store);
  /** True once the page is closing. Beacons that arrive now come from other listeners of the same event. */
  let isLeaving = false;

  const isOnline = () => page?.navigator.onLine !== false && isAllowed();
  const isRunning = () => !scope.disposed && isOnline();
  const wakeAt = createAlarm(scope, clock, () => {
    if (walk.running) wakeAt(clock.now());
    else void walk.start();
  });
  const pool = createDeliveryPool({ transport, clock, isRunning, onAttempt });
  const walk = createStoreWalk({
    stores: [shelf.memory, store],
    pool,
    clock,
    isRunning,
    isKept: () => shelf.isKept,
    wakeAt,
    onDropped: () => report('expired'),
  });

  function onAttempt({ status, isForLater, durationMs }: Attempt): void {
    if (isForLater) wakeAt(clock.now() + BEACON_RETRY_DELAY_MS);
    else if (status === null) report('expired', durationMs);
    else report(status >= 200 && status < 400 ? null : String(status), durationMs);
  }

  function report(reason: string | null, duration_ms = 0): void {
    const outcome = reason === null ? 'success' : 'error';
    reportSafely(reportMetric, { job: 'beacon', outcome, duration_ms, reason });
  }

  /** Sends all beacons of this page now, while it can still start requests, and those that no later page can see. */
  function handOff(): void {
    if (!isOnline()) return;
    pool.handOff();
    void walk.claimSome(shelf.memory, '', true).then(() => pool.handOff());
  }

  function goOn(isUrgent: boolean): void {
    pool.start();
    void Promise.resolve(walk.running).then(() => walk.start(isUrgent));
  }

  followPage(page, scope, {
    onOnline: () => goOn(true),
    onShown() {
      isLeaving = false;
      // While the page was in the browser's cache it may have missed that the network is back.
      goOn(false);
    },
    onHidden: handOff,
    onLeave() {
      isLeaving = true;
      handOff();
    },
  });
  void walk.start();

  return {
    async enqueue(request) {
      const now = clock.now();
      const beacon = toStoredBeacon(request, apiUrl, now);
      if (!beacon) return report('invalid');
      if (!isRunning() || pool.size >= CLAIMS_MAX) {
        await shelf.save(beacon);
        wakeAt(now);
        return;
      }
      // Claimed from the start: no other tab takes it, and delivery need not wait for the disk.
      const ours = claim(beacon, now);
      const stored = shelf.save(ours);
      pool.add([{ beacon: ours, stored }]);
      if (isLeaving) pool.handOff();
      await stored;
    },
    async flush() {
      await walk.running;
      await walk.start();
      await pool.whenSettled();
    },
    destroy() {
      handOff();
      scope.dispose();
    },
  };
}

/** Keeps beacons in the store, or in memory if the store refuses them. */
function createShelf(store: BeaconStore) {
  const memory = createMemoryStore();
  let isKept = false;
  return {
    memory,
    /** Beacons of this page wait in `store`, which may fail for a while, or refuse everything for good. */
    get isKept() {
      return isKept;
    },
    async save(beacon: StoredBeacon): Promise<BeaconStore> {
      try {
        await store.put(beacon);
        isKept = true;
        return store;
      } catch {
        await memory.put(beacon);
        return memory;
      }
    },
  };
}

interface PageListeners {
  onOnline(): void;
  onShown(): void;
  onHidden(): void;
  onLeave(): void;
}

function followPage(page: QueuePage | undefined, scope: Scope, listeners: PageListeners): void {
  if (!page) return;
  scope.listen(page, 'online', listeners.onOnline);
  scope.listen(page, 'pageshow', listeners.onShown);
  scope.listen(page, 'visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') listeners.onHidden();
  });
  scope.listen(page, 'pagehide', listeners.onLeave);
}
