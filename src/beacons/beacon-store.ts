import { createStore, promisifyRequest, type UseStore as Transact } from 'idb-keyval';
import { createScope } from '../lib/scope.ts';
import { httpUrl, type StoredBeacon } from './beacon.ts';
import type { Verdict } from './retry-policy.ts';

const DATABASE = 'earshot-beacons';
/** A database that another tab blocks, or whose disk hangs, neither answers nor fails. */
const ANSWER_TIMEOUT_MS = 3_000;

/** The result of one step of a walk through the store. */
export interface Step {
  /** The beacons to deliver, with our claim. */
  readonly claimed: StoredBeacon[];
  /** The beacons that were removed because they are too old or were tried too often. */
  readonly dropped: StoredBeacon[];
  /** When the earliest waiting beacon is due, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** The id to continue after. Null at the end. */
  readonly last: string | null;
}

/** Holds waiting beacons. Each call is one transaction, so that two tabs never take the same beacon. */
export interface BeaconStore {
  put(beacon: StoredBeacon): Promise<void>;
  /** Decides about up to `limit` beacons after the id `after`, and applies the decisions. */
  step(after: string, limit: number, judge: (beacon: StoredBeacon) => Verdict): Promise<Step>;
  /** Replaces `beacon` with `next` while our claim is valid. Resolves with whether it did. */
  replace(beacon: StoredBeacon, next: StoredBeacon): Promise<boolean>;
  /** Resolves with true for one of several callers that remove the same beacon. */
  remove(id: string): Promise<boolean>;
}

/**
 * Beacons in a database of their own (IndexedDB), shared by all tabs of the origin. Calls reject if the browser refuses
 * storage (opaque origins, private windows, a full disk). While one call gets no answer, all calls reject.
 */
export function createDatabaseStore(answerTimeoutMs = ANSWER_TIMEOUT_MS): BeaconStore {
  const transact = createStore(DATABASE, 'beacons');
  let isHanging = false;

  function run<Value>(work: (store: IDBObjectStore) => Promise<Value>): Promise<Value> {
    const silence = new Error('The database of beacons does not answer');
    if (isHanging) return Promise.reject(silence);
    const scope = createScope();
    return new Promise((resolve, reject) => {
      scope.timeout(() => {
        isHanging = true;
        reject(silence);
      }, answerTimeoutMs);
      inTransaction(transact, work)
        .then(resolve, reject)
        .finally(() => {
          // Includes a late answer, for example after the machine has slept.
          isHanging = false;
          scope.dispose();
        });
    });
  }

  return {
    put: (beacon) =>
      run(async (store) => {
        store.put(beacon, beacon.id);
      }),
    step: (after, limit, judge) =>
      run(async (store) => {
        const range = IDBKeyRange.lowerBound(after, true);
        const [keys, values] = await Promise.all([
          promisifyRequest(store.getAllKeys(range, limit)),
          promisifyRequest<unknown[]>(store.getAll(range, limit)),
        ]);
        const records = keys.map((key, index) => [String(key), values[index]] as const);
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

/** Beacons in the memory of this page, for browsers that refuse storage. */
export function createMemoryStore(): BeaconStore {
  const beacons = new Map<string, StoredBeacon>();
  const put = (beacon: StoredBeacon) => beacons.set(beacon.id, beacon);
  const remove = (id: string) => beacons.delete(id);
  return {
    put: async (beacon) => {
      put(beacon);
    },
    step: async (after, limit, judge) => {
      // Sorted again, because the clock may have been set back.
      const ids = [...beacons.keys()].sort().filter((id) => id > after);
      const records = ids.slice(0, limit).map((id) => [id, beacons.get(id)] as const);
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

/** Resolves when the transaction is complete. */
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
    // Every script of the origin can write to its database.
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
    Number.isFinite(beacon.enqueued_at) &&
    Number.isFinite(beacon.num_retries) &&
    isMoment(beacon.retried_at) &&
    isMoment(beacon.delivering_at)
  );
}

const isMoment = (value: unknown) => value === null || Number.isFinite(value);
