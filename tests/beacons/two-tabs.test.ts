import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredBeacon } from '../../src/beacons/beacon.ts';
import { createBeaconQueue } from '../../src/beacons/beacon-queue.ts';
import { type BeaconStore, createMemoryStore } from '../../src/beacons/beacon-store.ts';
import type { Transport } from '../../src/beacons/beacon-transport.ts';
import { BEACON_MAX_AGE_MS, BEACON_MAX_RETRIES } from '../../src/contract/limits.ts';
import { fakePage } from '../helpers/fake-collector.ts';

const START = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

/** An event in a tab or on the whole machine. */
type Turn =
  | { type: 'enqueue'; tab: number; count: number }
  | { type: 'kill'; tab: number }
  | { type: 'leave'; tab: number }
  | { type: 'wait'; forMs: number }
  | { type: 'network'; isOnline: boolean }
  | { type: 'clock'; byMs: number }
  | { type: 'disk'; isFailing: boolean };

const tab = fc.nat(1);
const enqueue: fc.Arbitrary<Turn> = fc.record({
  type: fc.constant('enqueue' as const),
  tab,
  count: fc.integer({ min: 1, max: 60 }),
});
const wait: fc.Arbitrary<Turn> = fc.record({
  type: fc.constant('wait' as const),
  forMs: fc.nat(40_000),
});
const kill: fc.Arbitrary<Turn> = fc.record({ type: fc.constant('kill' as const), tab });
const leave: fc.Arbitrary<Turn> = fc.record({ type: fc.constant('leave' as const), tab });
const network: fc.Arbitrary<Turn> = fc.record({
  type: fc.constant('network' as const),
  isOnline: fc.boolean(),
});
const clock: fc.Arbitrary<Turn> = fc.record({
  type: fc.constant('clock' as const),
  byMs: fc.integer({ min: -100_000_000, max: 100_000_000 }),
});
const disk: fc.Arbitrary<Turn> = fc.record({
  type: fc.constant('disk' as const),
  isFailing: fc.boolean(),
});

const outcome = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 204) },
  { weight: 3, arbitrary: fc.constantFrom(0, 429, 500, 503) },
  { weight: 1, arbitrary: fc.constantFrom(400, 404) },
);
const isFinal = (status: number | null) =>
  status !== null && status >= 200 && status < 500 && status !== 429;

/** Two tabs on one machine: one store, one clock, one network. A killed tab neither sends, receives nor writes. */
function setUp(outcomes: readonly number[]) {
  const shared = createMemoryStore();
  const attempts = new Map<string, { at: number; ended: number | null }[]>();
  const enqueuedAt = new Map<string, number>();
  /** How often each address was removed, and the state of its beacon at that time. */
  const removed = new Map<string, { times: number; beacon: StoredBeacon; at: number }>();
  const machine = { skewMs: 0, isDiskFailing: false, isOnline: true };
  const now = () => Date.now() + machine.skewMs;
  let turn = 0;
  let overlaps = 0;

  const noteRemoval = (beacon: StoredBeacon) => {
    const times = (removed.get(beacon.url)?.times ?? 0) + 1;
    removed.set(beacon.url, { times, beacon, at: now() });
  };
  const stored = async () => {
    const found = new Map<string, StoredBeacon>();
    await shared.step('', 100_000, (beacon) => {
      found.set(beacon.id, beacon);
      return { type: 'wait', until: 0 };
    });
    return found;
  };

  function openTab() {
    let isAlive = true;
    const page = fakePage();
    page.setOnline(machine.isOnline);
    const ended: (() => void)[] = [];
    const guarded =
      <Args extends unknown[], Value>(run: (...args: Args) => Promise<Value>) =>
      async (...args: Args): Promise<Value> => {
        if (!isAlive) return never();
        if (machine.isDiskFailing) throw new DOMException('failing', 'UnknownError');
        const value = await run(...args);
        return isAlive ? value : never();
      };
    const store: BeaconStore = {
      put: guarded(shared.put),
      replace: guarded(shared.replace),
      step: guarded(async (...args) => {
        const step = await shared.step(...args);
        step.dropped.forEach(noteRemoval);
        return step;
      }),
      remove: guarded(async (id) => {
        const beacon = (await stored()).get(id);
        const wasThere = await shared.remove(id);
        if (wasThere && beacon) noteRemoval(beacon);
        return wasThere;
      }),
    };
    const transport: Transport = {
      hurry() {},
      async send({ url }) {
        if (!isAlive) return never();
        const mine = { at: now(), ended: null as number | null };
        const earlier = attempts.get(url) ?? [];
        if (earlier.some((attempt) => attempt.ended === null)) overlaps += 1;
        attempts.set(url, [...earlier, mine]);
        ended.push(() => {
          mine.ended ??= -1;
        });
        const status = outcomes[turn++ % outcomes.length] ?? 200;
        await new Promise((resolve) => setTimeout(resolve, (turn % 7) * 300));
        if (!isAlive) return never();
        mine.ended = status;
        return status;
      },
    };
    const queue = createBeaconQueue({
      apiUrl: 'https://api.test',
      store,
      transport,
      page,
      clock: { now },
    });
    return {
      queue,
      page,
      kill() {
        isAlive = false;
        for (const end of ended) end();
        queue.destroy();
      },
    };
  }

  const tabs = [openTab(), openTab()];

  async function carryOut(step: Turn): Promise<void> {
    if (step.type === 'wait') await vi.advanceTimersByTimeAsync(step.forMs);
    else if (step.type === 'clock') machine.skewMs += step.byMs;
    else if (step.type === 'disk') machine.isDiskFailing = step.isFailing;
    else if (step.type === 'network') {
      machine.isOnline = step.isOnline;
      for (const { page } of tabs) page.setOnline(step.isOnline);
    } else if (step.type === 'leave') tabs[step.tab]?.page.leave('pagehide');
    else if (step.type === 'kill') {
      tabs[step.tab]?.kill();
      tabs[step.tab] = openTab();
    } else {
      for (let index = 0; index < step.count; index += 1) {
        const url = `https://t.test/${enqueuedAt.size}`;
        enqueuedAt.set(url, now());
        // A beacon counts only after it was stored, because then the promise resolves.
        await tabs[step.tab]?.queue.enqueue({ method: 'GET', url });
      }
    }
  }

  /** All parts work again, and there is time for 26 attempts, each with a stale claim before it. */
  async function settle(): Promise<void> {
    machine.isDiskFailing = false;
    await carryOut({ type: 'network', isOnline: true });
    await vi.advanceTimersByTimeAsync(26 * 100_000);
  }

  return {
    carryOut,
    settle,
    stored,
    attempts,
    enqueuedAt,
    removed,
    overlaps: () => overlaps,
    end() {
      for (const open of tabs) open.kill();
    },
  };
}

const lives = (...kinds: fc.Arbitrary<Turn>[]) =>
  fc.tuple(
    fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 14 }),
    fc.array(outcome, { minLength: 1, maxLength: 50 }),
  );

async function live([turns, outcomes]: [Turn[], number[]]) {
  const world = setUp(outcomes);
  for (const turn of turns) await world.carryOut(turn);
  await world.settle();
  return world;
}

describe('two tabs', () => {
  it('deliver each beacon at least once and never both at once, even if one is killed', async () => {
    await fc.assert(
      fc.asyncProperty(lives(enqueue, wait, kill, leave, network), async (life) => {
        const world = await live(life);
        expect((await world.stored()).size).toBe(0);
        expect(world.removed.size).toBe(world.enqueuedAt.size);
        expect([...world.removed.values()].filter(({ times }) => times !== 1)).toEqual([]);
        expect(world.overlaps()).toBe(0);
        for (const [url, enqueuedAt] of world.enqueuedAt) {
          const tries = world.attempts.get(url) ?? [];
          const isOver = isFinal(tries.at(-1)?.ended ?? null);
          // A beacon whose page died before the attempt counts as tried, because the next page cannot know.
          const { num_retries } = world.removed.get(url)?.beacon ?? {};
          expect(isOver || num_retries === BEACON_MAX_RETRIES).toBe(true);
          expect(tries.length).toBeLessThanOrEqual(1 + BEACON_MAX_RETRIES);
          expect(tries.every(({ at }) => at - enqueuedAt <= BEACON_MAX_AGE_MS)).toBe(true);
        }
        world.end();
      }),
      { numRuns: 100 },
    );
  });

  it('lose only beacons that became too old when the clock jumps', async () => {
    await fc.assert(
      fc.asyncProperty(lives(enqueue, wait, kill, network, clock), async (life) => {
        const world = await live(life);
        expect((await world.stored()).size).toBe(0);
        expect([...world.removed.values()].filter(({ times }) => times !== 1)).toEqual([]);
        for (const url of world.enqueuedAt.keys()) {
          const { beacon, at } = world.removed.get(url) ?? {};
          const wasAnswered = world.attempts.get(url)?.some(({ ended }) => isFinal(ended));
          const isTooOld = beacon && (at ?? 0) - beacon.enqueued_at > BEACON_MAX_AGE_MS;
          const isTriedOut = beacon?.num_retries === BEACON_MAX_RETRIES;
          expect(wasAnswered || isTooOld || isTriedOut).toBe(true);
        }
        world.end();
      }),
      { numRuns: 100 },
    );
  });

  it('deliver each beacon at least once if the disk fails now and then', async () => {
    await fc.assert(
      fc.asyncProperty(lives(enqueue, wait, network, disk), async (life) => {
        const world = await live(life);
        expect((await world.stored()).size).toBe(0);
        for (const url of world.enqueuedAt.keys()) {
          const tries = world.attempts.get(url) ?? [];
          const wasAnswered = tries.some(({ ended }) => isFinal(ended));
          const { num_retries } = world.removed.get(url)?.beacon ?? {};
          const isTriedOut =
            tries.length > BEACON_MAX_RETRIES || num_retries === BEACON_MAX_RETRIES;
          expect(wasAnswered || isTriedOut).toBe(true);
        }
        world.end();
      }),
      { numRuns: 100 },
    );
  });
});
