import { createStore, promisifyRequest, type UseStore as Transact } from 'idb-keyval';
import { createScope } from '../lib/scope.ts';
import { httpUrl, type StoredBeacon } from './beacon.ts';
import type { Verdict } from './retry-policy.ts';

const DATABASE = 'earshot-beacons';
/** A database that another tab blocks, or whose disk hangs, never answers and never fails. */
const ANSWER_TIMEOUT_MS = 3_000;

/** What a step of a walk through the store has found. */
export interface Step {
  /** To deliver, with our claim. */
  readonly claimed: StoredBeacon[];
  /** Removed from the store as too old or tried too often. */
  readonly dropped: StoredBeacon[];
  /** When the earliest of those that wait is due, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** Where to go on; null at the end. */
  readonly last: string | null;
}

/** Where beacons wait. Each call is one transaction, so that two tabs never take the same beacon. */
export interface BeaconStore {
  put(beacon: StoredBeacon): Promise<void>;
  /** Judges up to `limit` beacons after the id `after`, and carries the verdicts out. */
  step(after: string, limit: number, judge: (beacon: StoredBeacon) => Verdict): Promise<Step>;
  /** Puts `next` in the place of `beacon`, but only while our claim stands. Tells whether it did. */
  replace(beacon: StoredBeacon, next: StoredBeacon): Promise<boolean>;
  /** Tells whether it was there: of two who remove a beacon, one is told so. */
  remove(id: string): Promise<boolean>;
}

/**
 * Beacons in a database of their own (IndexedDB), shared by all tabs of the origin. Calls reject where the browser
 * refuses storage (opaque origins, private windows, a full disk); once one got no answer, all do.
 */
export function createDatabaseStore(answerTimeoutMs = ANSWER_TIMEOUT_MS): BeaconStore {
  const transact = createStore(DATABASE, 'beacons');
  let isHanging = false;

  async function run<Value>(work: (store: IDBObjectStore) => Promise<Value>): Promise<Value> {
    if (isHanging) throw new Error('The database of beacons does not answer');
    const scope = createScope();
    const silence = new Promise<never>((_, reject) => {
      scope.timeout(() => {
        isHanging = true;
        reject(new Error('The database of beacons does not answer'));
      }, answerTimeoutMs);
    });
    try {
      return await Promise.race([inTransaction(transact, work), silence]);
    } finally {
      scope.dispose();
    }
  }

  return {
    put: (beacon) =>
      run(async (store) => {
        store.put(beacon, beacon.id);
      }),
    step: (after, limit, judge) =>
      run(async (store) => {
        const range = IDBKeyRange.lowerBound(after, true);
        const keys = promisifyRequest(store.getAllKeys(range, limit));
        const values = await promisifyRequest<unknown[]>(store.getAll(range, limit));
        const records = (await keys).map((key, index) => [String(key), values[index]] as const);
        return judgeAll(records, limit, judge, {
          put: (beacon) => store.put(beacon, beacon.id),
          remove: (id) => store.delete(id),
        });
      }),
    replace: (beacon, next) =>
      run(async (store) => {
        const found = await promisifyRequest<StoredBeacon | undefined>(store.get(beacon.id));
        const isOurs = found?.delivering_at === beacon.delivering_at;
        if (isOurs) store.put(next, next.id);
        return isOurs;
      }),
    remove: (id) =>
      run(async (store) => {
        const isThere = (await promisifyRequest(store.count(id))) > 0;
        store.delete(id);
        return isThere;
      }),
  };
}

/** Beacons of this page alone, gone with it: where the browser refuses storage. */
export function createMemoryStore(): BeaconStore {
  const beacons = new Map<string, StoredBeacon>();
  const put = (beacon: StoredBeacon) => beacons.set(beacon.id, beacon);
  const remove = (id: string) => beacons.delete(id);
  return {
    put: async (beacon) => {
      put(beacon);
    },
    step: async (after, limit, judge) => {
      const records = [...beacons].filter(([id]) => id > after).slice(0, limit);
      return judgeAll(records, limit, judge, { put, remove });
    },
    replace: async (beacon, next) => {
      const isOurs = beacons.get(beacon.id)?.delivering_at === beacon.delivering_at;
      if (isOurs) put(next);
      return isOurs;
    },
    remove: async (id) => remove(id),
  };
}

/** Resolves when the transaction is through, not when it has been asked for. */
async function inTransaction<Value>(
  transact: Transact,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  return transact('readwrite', async (store) => {
    const done = promisifyRequest(store.transaction);
    const [value] = await Promise.all([work(store), done]);
    return value;
  });
}

function judgeAll(
  records: readonly (readonly [string, unknown])[],
  limit: number,
  judge: (beacon: StoredBeacon) => Verdict,
  change: { put: (beacon: StoredBeacon) => void; remove: (id: string) => void },
): Step {
  const claimed: StoredBeacon[] = [];
  const dropped: StoredBeacon[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  for (const [id, beacon] of records) {
    // Anybody can write to a database of the origin.
    if (!isStoredBeacon(beacon, id)) {
      change.remove(id);
      continue;
    }
    const verdict = judge(beacon);
    if (verdict.type === 'deliver') {
      change.put(verdict.beacon);
      claimed.push(verdict.beacon);
    } else if (verdict.type === 'drop') {
      change.remove(id);
      dropped.push(beacon);
    } else {
      dueAt = Math.min(dueAt, verdict.until);
    }
  }
  const last = records.length < limit ? null : (records.at(-1)?.[0] ?? null);
  return { claimed, dropped, dueAt, last };
}

function isStoredBeacon(value: unknown, id: string): value is StoredBeacon {
  const beacon = value as Partial<StoredBeacon> | null | undefined;
  return (
    typeof beacon === 'object' &&
    beacon?.id === id &&
    (beacon.method === 'GET' || beacon.method === 'POST') &&
    httpUrl(beacon.url) !== null &&
    typeof beacon.enqueued_at === 'number' &&
    typeof beacon.num_retries === 'number' &&
    isMoment(beacon.retried_at) &&
    isMoment(beacon.delivering_at)
  );
}

const isMoment = (value: unknown) => value === null || typeof value === 'number';
