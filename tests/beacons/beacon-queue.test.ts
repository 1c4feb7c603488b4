import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Beacon, toStoredBeacon } from '../../src/beacons/beacon.ts';
import { claim } from '../../src/beacons/beacon-claim.ts';
import { createBeaconQueue } from '../../src/beacons/beacon-queue.ts';
import { createMemoryStore } from '../../src/beacons/beacon-store.ts';
import {
  BEACON_LOOP_MS,
  BEACON_MAX_AGE_MS,
  BEACON_MAX_RETRIES,
  BEACON_RETRY_DELAY_MS,
  BEACON_TIMEOUT_MS,
} from '../../src/contract/limits.ts';
import type { Metric } from '../../src/contract/metrics.ts';
import { fakeCollector, fakePage } from '../helpers/fake-collector.ts';

const API_URL = 'https://api.test/base';
const pixel = (path: string): Beacon => ({ method: 'GET', url: `https://ads.test/${path}` });

/** A queue over a store that survives it, like the browser's. */
function setUp(answers: (url: string, attempt: number) => number | Promise<number> = () => 200) {
  const store = createMemoryStore();
  const collector = fakeCollector(answers);
  const page = fakePage();
  const metrics: Metric[] = [];
  const open = () =>
    createBeaconQueue({
      apiUrl: API_URL,
      store,
      page,
      transport: collector,
      reportMetric: (metric) => metrics.push(metric),
    });
  const left = async () => {
    let count = 0;
    await store.step('', 10_000, () => {
      count += 1;
      return { type: 'wait', until: 0 };
    });
    return count;
  };
  return { store, collector, page, metrics, open, left };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createBeaconQueue', () => {
  it('delivers a beacon and removes it', async () => {
    const { open, collector, left, metrics } = setUp();
    const queue = open();
    await queue.enqueue(pixel('a'));
    await queue.flush();
    expect(collector.urls()).toEqual(['https://ads.test/a']);
    expect(await left()).toBe(0);
    expect(metrics).toMatchObject([{ job: 'beacon', outcome: 'success', reason: null }]);
  });

  it.each([
    ['/v2/listens', 'https://api.test/base/v2/listens'],
    ['listens?x=1', 'https://api.test/base/listens?x=1'],
    ['//ads.test/p', 'https://ads.test/p'],
    [' https://ads.test/p\n', 'https://ads.test/p'],
  ])('prepends the base of the API to %s', async (url, whole) => {
    const { open, collector } = setUp();
    await open().enqueue({ method: 'GET', url });
    expect(collector.urls()).toEqual([whole]);
  });

  it.each(['javascript:alert(1)', 'http://', 'data:,x', 'https://me:secret@ads.test/', '', ' '])(
    'drops %j',
    async (url) => {
      const { open, collector, metrics } = setUp();
      await open().enqueue({ method: 'GET', url });
      expect(collector.urls()).toEqual([]);
      expect(metrics).toMatchObject([{ outcome: 'error', reason: 'invalid' }]);
    },
  );

  it('has the documented limits', () => {
    expect([BEACON_LOOP_MS, BEACON_RETRY_DELAY_MS, BEACON_TIMEOUT_MS]).toEqual([
      2_000, 30_000, 10_000,
    ]);
    expect([BEACON_MAX_RETRIES, BEACON_MAX_AGE_MS]).toEqual([25, 3 * 86_400_000]);
  });

  it('checks every 2 s for beacons that it had no room for', async () => {
    const { open, collector } = setUp();
    const queue = open();
    await queue.flush();
    await Promise.all(Array.from({ length: 40 }, (_, index) => queue.enqueue(pixel(`${index}`))));
    await vi.advanceTimersByTimeAsync(1_990);
    expect(collector.urls()).toHaveLength(32);
    await vi.advanceTimersByTimeAsync(20);
    expect(collector.urls()).toHaveLength(40);
  });

  it.each([0, 429, 500, 503])('tries again 30 s after a %d', async (status) => {
    const { open, collector, left } = setUp((_, attempt) => (attempt === 1 ? status : 200));
    const queue = open();
    await queue.enqueue(pixel('a'));
    await vi.advanceTimersByTimeAsync(29_900);
    expect(collector.urls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_100);
    expect(collector.urls()).toHaveLength(2);
    expect(await left()).toBe(0);
  });

  it.each([400, 403, 404, 410])('gives up after a %d', async (status) => {
    const { open, collector, left, metrics } = setUp(() => status);
    await open().enqueue(pixel('a'));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(collector.urls()).toHaveLength(1);
    expect(await left()).toBe(0);
    expect(metrics).toMatchObject([{ outcome: 'error', reason: String(status) }]);
  });

  it('gives up after 25 retries', async () => {
    const { open, collector, left } = setUp(() => 503);
    await open().enqueue(pixel('a'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(collector.urls()).toHaveLength(26);
    expect(await left()).toBe(0);
  });

  it('has no timer while no beacon waits', async () => {
    const { open } = setUp();
    const queue = open();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    await queue.enqueue(pixel('a'));
    await queue.flush();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delivers a beacon of an earlier page when its claim is stale', async () => {
    const { open, collector, store } = setUp();
    const now = Date.now();
    const left = toStoredBeacon(pixel('left'), API_URL, now);
    const taken = toStoredBeacon(pixel('taken'), API_URL, now);
    if (!left || !taken) throw new Error('no beacon');
    await store.put(left);
    await store.put(claim(taken, now));
    open();
    await vi.advanceTimersByTimeAsync(10);
    expect(collector.urls()).toEqual(['https://ads.test/left']);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(collector.urls()).toEqual(['https://ads.test/left', 'https://ads.test/taken']);
  });

  it('sends nothing while offline, and everything when the network is back', async () => {
    const { open, collector, page, left } = setUp();
    page.setOnline(false);
    const queue = open();
    for (let index = 0; index < 100; index += 1) await queue.enqueue(pixel(String(index)));
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(collector.urls()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    page.setOnline(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(new Set(collector.urls()).size).toBe(100);
    expect(collector.urls()).toHaveLength(100);
    expect(await left()).toBe(0);
  });

  it('runs four requests at most', async () => {
    const { open, collector, left } = setUp(
      () => new Promise((resolve) => setTimeout(() => resolve(200), 50)),
    );
    const queue = open();
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => queue.enqueue(pixel(`${index}`))),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(collector.most()).toBe(4);
    expect(new Set(collector.urls()).size).toBe(1_000);
    expect(collector.urls()).toHaveLength(1_000);
    expect(await left()).toBe(0);
  });

  it.each(['pagehide', 'visibilitychange'])('sends undelivered beacons at %s', async (type) => {
    const { open, collector, page } = setUp(() => new Promise(() => {}));
    const queue = open();
    for (let index = 0; index < 20; index += 1) void queue.enqueue(pixel(`${index}`));
    expect(collector.urls()).toHaveLength(4);
    page.leave(type);
    expect(collector.urls()).toHaveLength(20);
  });

  it('leaves no listener and no timer behind', async () => {
    const { open, collector, page } = setUp(() => 503);
    const queue = open();
    await queue.enqueue(pixel('a'));
    await queue.flush();
    expect(vi.getTimerCount()).toBe(1);
    queue.destroy();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(page.listenerCount()).toBe(0);
    expect(collector.urls()).toHaveLength(1);
  });

  it('keeps beacons that arrive after its end for the next queue', async () => {
    const { open, collector } = setUp();
    const queue = open();
    queue.destroy();
    await queue.enqueue(pixel('late'));
    expect(collector.urls()).toEqual([]);
    await open().flush();
    expect(collector.urls()).toEqual(['https://ads.test/late']);
  });

  it('continues if the metrics callback throws, and reports the error as uncaught', async () => {
    const thrown: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (run: () => void) => thrown.push(run));
    const collector = fakeCollector(() => 200);
    const queue = createBeaconQueue({
      apiUrl: API_URL,
      store: createMemoryStore(),
      transport: collector,
      reportMetric: () => {
        throw new Error('of the callback');
      },
    });
    await queue.enqueue(pixel('a'));
    await queue.enqueue(pixel('b'));
    await queue.flush();
    vi.unstubAllGlobals();
    expect(collector.urls()).toHaveLength(2);
    expect(thrown).toHaveLength(2);
    expect(thrown[0]).toThrow('of the callback');
  });

  it('keeps beacons in memory that the store refuses', async () => {
    const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const collector = fakeCollector((_, attempt) => (attempt === 1 ? 503 : 200));
    const queue = createBeaconQueue({
      apiUrl: API_URL,
      store: { put: refuse, step: refuse, replace: refuse, remove: refuse },
      transport: collector,
    });
    await Promise.all(Array.from({ length: 100 }, (_, index) => queue.enqueue(pixel(`${index}`))));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(collector.urls()).toHaveLength(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delivers beacons from memory when the page closes, even if just refused', async () => {
    const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    const collector = fakeCollector((_, attempt) => (attempt === 1 ? 503 : 200));
    const page = fakePage();
    const queue = createBeaconQueue({
      apiUrl: API_URL,
      store: { put: refuse, step: refuse, replace: refuse, remove: refuse },
      transport: collector,
      page,
    });
    await queue.enqueue(pixel('a'));
    await queue.flush();
    expect(collector.urls()).toHaveLength(1);
    page.leave('pagehide');
    await vi.advanceTimersByTimeAsync(0);
    expect(collector.urls()).toHaveLength(2);
  });

  it('uses a store again that failed for a while', async () => {
    const { open, store, collector, left } = setUp();
    const { step, replace } = store;
    const queue = open();
    await queue.enqueue(pixel('a'));
    const fail = () => Promise.reject(new DOMException('closed', 'InvalidStateError'));
    Object.assign(store, { step: fail, replace: fail });
    await Promise.all(Array.from({ length: 40 }, (_, index) => queue.enqueue(pixel(`${index}`))));
    await vi.advanceTimersByTimeAsync(60_000);
    Object.assign(store, { step, replace });
    await vi.advanceTimersByTimeAsync(32_000);
    expect(new Set(collector.urls()).size).toBe(41);
    expect(await left()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('continues when the page is shown again, even without an online event', async () => {
    const { open, collector, page } = setUp();
    page.setOnline(false);
    await open().enqueue(pixel('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    page.navigator.onLine = true;
    page.leave('pageshow');
    await vi.advanceTimersByTimeAsync(0);
    expect(collector.urls()).toHaveLength(1);
  });

  it('waits 30 s after a failure, even if the page is shown in between', async () => {
    const { open, collector, page } = setUp((_, attempt) => (attempt === 1 ? 503 : 200));
    await open().enqueue(pixel('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    page.leave('pageshow');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(collector.urls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(collector.urls()).toHaveLength(2);
  });

  it('drops beacons that waited for the network for more than 3 days', async () => {
    const { open, collector, page, left, metrics } = setUp(
      () => new Promise((resolve) => setTimeout(() => resolve(0), 10_000)),
    );
    const queue = open();
    for (let index = 0; index < 10; index += 1) await queue.enqueue(pixel(`${index}`));
    page.setOnline(false);
    await vi.advanceTimersByTimeAsync(260_000_000);
    // Four had begun when the network failed. No other one ever starts.
    page.setOnline(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(collector.urls()).toHaveLength(4);
    expect(await left()).toBe(0);
    expect(metrics).toHaveLength(10);
    expect(metrics.every(({ reason }) => reason === 'expired')).toBe(true);
  });

  it('has no request limit while the page closes, until it is shown again', async () => {
    const { open, collector, page } = setUp(() => new Promise(() => {}));
    const queue = open();
    page.leave('pagehide');
    for (let index = 0; index < 10; index += 1) void queue.enqueue(pixel(`${index}`));
    expect(collector.urls()).toHaveLength(10);
    page.leave('pageshow');
    for (let index = 10; index < 20; index += 1) void queue.enqueue(pixel(`${index}`));
    expect(collector.urls()).toHaveLength(10);
  });

  describe('with two tabs', () => {
    function openTwo(answers: (tab: number) => Promise<number>) {
      const store = createMemoryStore();
      const sent: number[] = [];
      const open = (tab: number) => {
        const page = fakePage();
        const transport = fakeCollector(() => {
          sent.push(tab);
          return answers(tab);
        });
        return { page, queue: createBeaconQueue({ apiUrl: API_URL, store, page, transport }) };
      };
      return { sent, open };
    }
    const later = (delayMs: number, status: number) =>
      new Promise<number>((resolve) => setTimeout(() => resolve(status), delayMs));

    it('leaves a beacon to the tab that took it over', async () => {
      const { sent, open } = openTwo(() => later(10_000, 200));
      const first = open(1);
      await Promise.all([1, 2, 3, 4, 5].map((n) => first.queue.enqueue(pixel(`${n}`))));
      expect(sent).toEqual([1, 1, 1, 1]);
      // The fifth is claimed and must wait for the network longer than its claim lasts.
      first.page.setOnline(false);
      await vi.advanceTimersByTimeAsync(70_000);
      open(2);
      await vi.advanceTimersByTimeAsync(1_000);
      first.page.setOnline(true);
      await vi.advanceTimersByTimeAsync(100_000);
      expect(sent).toEqual([1, 1, 1, 1, 2]);
    });

    it('does not undo the claim of the other tab with a late failure', async () => {
      // Like after a suspension of the first tab: its attempt ends long after its claim is stale.
      const { sent, open } = openTwo((tab) =>
        tab === 1 ? later(70_000, 503) : later(55_000, 200),
      );
      await open(1).queue.enqueue(pixel('a'));
      await vi.advanceTimersByTimeAsync(60_000);
      open(2);
      await vi.advanceTimersByTimeAsync(52_000);
      expect(sent).toEqual([1, 2]);
    });
  });
});
