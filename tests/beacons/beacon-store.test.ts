import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createStore, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StoredBeacon, toStoredBeacon } from '../../src/beacons/beacon.ts';
import { claim } from '../../src/beacons/beacon-claim.ts';
import { createDatabaseStore, createMemoryStore } from '../../src/beacons/beacon-store.ts';
import { judge } from '../../src/beacons/retry-policy.ts';

const NOW = 1_800_000_000_000;

function newBeacon(path = ''): StoredBeacon {
  const beacon = toStoredBeacon(
    { method: 'GET', url: `https://t.test/${path}` },
    'https://a.test',
    NOW,
  );
  if (!beacon) throw new Error('no beacon');
  return beacon;
}
const judgeNow = (beacon: StoredBeacon) => judge(beacon, NOW);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['createDatabaseStore', createDatabaseStore],
  ['createMemoryStore', createMemoryStore],
])('%s', (_, create) => {
  it('gives each beacon once, from old to new, in batches', async () => {
    const store = create();
    const beacons = Array.from({ length: 70 }, (_, index) => newBeacon(`${index}`));
    for (const beacon of beacons) await store.put(beacon);
    const found: StoredBeacon[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const step: Awaited<ReturnType<typeof store.step>> = await store.step(after, 32, judgeNow);
      expect(step.claimed.length).toBeLessThanOrEqual(32);
      found.push(...step.claimed);
      after = step.last;
    }
    expect(found).toEqual(beacons.map((beacon) => claim(beacon, NOW)));
    expect((await store.step('', 100, judgeNow)).claimed).toEqual([]);
  });

  it('names the time at which the earliest beacon is due', async () => {
    const store = create();
    await store.put({ ...newBeacon(), retried_at: NOW - 10_000 });
    await store.put({ ...newBeacon(), retried_at: NOW - 20_000 });
    const { claimed, dueAt } = await store.step('', 32, judgeNow);
    expect(claimed).toEqual([]);
    expect(dueAt).toBe(NOW + 10_000);
  });

  it('walks from old to new by the ids, even if the clock was set back', async () => {
    const store = create();
    const ids = ['5', '6', '1', '2'];
    for (const id of ids) await store.put({ ...newBeacon(), id });
    const first = await store.step('', 2, judgeNow);
    const second = await store.step(first.last ?? '', 2, judgeNow);
    const found = [...first.claimed, ...second.claimed].map(({ id }) => id);
    expect(found).toEqual(['1', '2', '5', '6']);
  });

  it('removes dropped beacons', async () => {
    const store = create();
    const beacon = newBeacon();
    await store.put(beacon);
    expect((await store.step('', 32, () => ({ type: 'drop' }))).dropped).toEqual([beacon]);
    expect(await store.remove(beacon.id)).toBe(false);
  });

  it('resolves with true for only one of two callers that remove a beacon', async () => {
    const store = create();
    const beacon = newBeacon();
    await store.put(beacon);
    const told = await Promise.all([store.remove(beacon.id), store.remove(beacon.id)]);
    expect(told.sort()).toEqual([false, true]);
  });

  it('replaces a beacon only while our claim is valid', async () => {
    const store = create();
    const ours = claim(newBeacon(), NOW);
    const theirs = claim(ours, NOW + 60_000);
    await store.put(ours);
    expect(await store.replace(ours, theirs)).toBe(true);
    expect(await store.replace(ours, { ...ours, num_retries: 9 })).toBe(false);
    expect(await store.remove(ours.id)).toBe(true);
    expect(await store.replace(theirs, theirs)).toBe(false);
    expect((await store.step('', 32, judgeNow)).last).toBeNull();
  });
});

describe('createDatabaseStore', () => {
  it('is shared by two tabs, and gives each beacon to one of them', async () => {
    const [one, other] = [createDatabaseStore(), createDatabaseStore()];
    for (let index = 0; index < 100; index += 1) await one.put(newBeacon(`${index}`));
    const steps = await Promise.all(
      [one, other, one, other].map((store) => store.step('', 100, judgeNow)),
    );
    expect(steps.flatMap(({ claimed }) => claimed)).toHaveLength(100);
  });

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['another version', { id: 'k', type: 'other' }],
    ['an invalid address', { ...newBeacon(), id: 'k', url: 'javascript:alert(1)' }],
    ['another id', { ...newBeacon(), id: 'other' }],
    ['an invalid number of retries', { ...newBeacon(), id: 'k', num_retries: Number.NaN }],
    ['a time that never comes', { ...newBeacon(), id: 'k', delivering_at: Infinity }],
  ])('removes an entry with %s, which it has not written', async (_, value) => {
    await set('k', value, createStore('earshot-beacons', 'beacons'));
    const store = createDatabaseStore();
    expect(await store.step('', 32, judgeNow)).toMatchObject({ claimed: [], dropped: [] });
    expect(await store.remove('k')).toBe(false);
  });

  it('rejects if the browser refuses storage', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    });
    await expect(createDatabaseStore().put(newBeacon())).rejects.toThrow('sandboxed');
  });

  it('rejects if there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    await expect(createDatabaseStore().put(newBeacon())).rejects.toThrow();
  });

  it('works again after a late answer', async () => {
    const factory = new IDBFactory();
    let answer = () => {};
    vi.stubGlobal('indexedDB', {
      open(name: string) {
        const request = {} as IDBOpenDBRequest;
        answer = () => {
          const opening = factory.open(name);
          opening.onupgradeneeded = () => opening.result.createObjectStore('beacons');
          opening.onsuccess = () => {
            Object.assign(request, { result: opening.result });
            request.onsuccess?.(new Event('success'));
          };
        };
        return request;
      },
    });
    const store = createDatabaseStore(20);
    const beacon = newBeacon();
    await expect(store.put(beacon)).rejects.toThrow('does not answer');
    await expect(store.remove(beacon.id)).rejects.toThrow('does not answer');
    answer();
    // The beacon that could not be stored in time is stored now.
    await vi.waitFor(async () => {
      const { dueAt } = await store.step('', 32, () => ({ type: 'wait', until: 7 }));
      expect(dueAt).toBe(7);
    });
  });

  it('rejects if opening never ends, and does not wait a second time', async () => {
    const open = vi.fn(() => ({}));
    vi.stubGlobal('indexedDB', { open });
    const store = createDatabaseStore(5);
    await expect(store.put(newBeacon())).rejects.toThrow('does not answer');
    await expect(store.remove('x')).rejects.toThrow('does not answer');
    expect(open).toHaveBeenCalledTimes(1);
  });
});
