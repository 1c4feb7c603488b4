import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBeaconQueue } from '../../src/beacons/beacon-queue.ts';
import { type BeaconStore, createMemoryStore } from '../../src/beacons/beacon-store.ts';
import type { Transport } from '../../src/beacons/transport.ts';
import { BEACON_MAX_AGE_MS } from '../../src/contract/limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

/** What happens to a tab: it enqueues some beacons, is killed and opened anew, or time passes. */
type Turn =
  | { type: 'enqueue'; tab: number; count: number }
  | { type: 'kill'; tab: number }
  | { type: 'wait'; forMs: number };

const turnOf: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({
    type: fc.constant('enqueue' as const),
    tab: fc.nat(1),
    count: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({ type: fc.constant('kill' as const), tab: fc.nat(1) }),
  fc.record({ type: fc.constant('wait' as const), forMs: fc.nat(40_000) }),
);
const outcomeOf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 204) },
  { weight: 3, arbitrary: fc.constantFrom(0, 429, 500, 503) },
  { weight: 1, arbitrary: fc.constantFrom(400, 404) },
);

/** Two tabs on one store. A killed tab neither sends nor hears nor writes any more. */
function setUp(outcomes: readonly number[]) {
  const shared = createMemoryStore();
  const attempts = new Map<string, { at: number; ended: number | null }[]>();
  const enqueuedAt = new Map<string, number>();
  const removed = new Map<string, number>();
  let turn = 0;
  let overlaps = 0;

  function openTab() {
    let isAlive = true;
    const ended: (() => void)[] = [];
    const whileAlive =
      <Args extends unknown[], Value>(run: (...args: Args) => Promise<Value>) =>
      (...args: Args): Promise<Value> =>
        isAlive ? run(...args).then((value) => (isAlive ? value : never())) : never();
    const store: BeaconStore = {
      put: whileAlive(shared.put),
      replace: whileAlive(shared.replace),
      step: whileAlive(async (...args) => {
        const step = await shared.step(...args);
        for (const { url } of step.dropped) removed.set(url, (removed.get(url) ?? 0) + 1);
        return step;
      }),
      remove: whileAlive(async (id) => {
        const wasThere = await shared.remove(id);
        if (wasThere) removed.set(id, (removed.get(id) ?? 0) + 1);
        return wasThere;
      }),
    };
    const transport: Transport = {
      hurry() {},
      async send({ url }) {
        if (!isAlive) return never();
        const mine = { at: Date.now(), ended: null as number | null };
        const earlier = attempts.get(url) ?? [];
        if (earlier.some((attempt) => attempt.ended === null)) overlaps += 1;
        attempts.set(url, [...earlier, mine]);
        ended.push(() => {
          mine.ended ??= -1;
        });
        const outcome = outcomes[turn++ % outcomes.length] ?? 200;
        await new Promise((resolve) => setTimeout(resolve, (turn % 7) * 300));
        if (!isAlive) return never();
        mine.ended = outcome;
        return outcome;
      },
    };
    const queue = createBeaconQueue({ apiUrl: 'https://api.test', store, transport });
    return {
      queue,
      kill() {
        isAlive = false;
        for (const end of ended) end();
        queue.destroy();
      },
    };
  }

  return { openTab, attempts, enqueuedAt, removed, shared, overlaps: () => overlaps };
}

it('delivers each beacon at least once and removes it once, whatever happens to two tabs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(turnOf, { minLength: 1, maxLength: 12 }),
      fc.array(outcomeOf, { minLength: 1, maxLength: 50 }),
      async (turns, outcomes) => {
        const world = setUp(outcomes);
        const tabs = [world.openTab(), world.openTab()];
        for (const turn of turns) {
          if (turn.type === 'wait') await vi.advanceTimersByTimeAsync(turn.forMs);
          else if (turn.type === 'kill') {
            tabs[turn.tab]?.kill();
            tabs[turn.tab] = world.openTab();
          } else {
            for (let index = 0; index < turn.count; index += 1) {
              const url = `https://t.test/${world.enqueuedAt.size}`;
              world.enqueuedAt.set(url, Date.now());
              // Counts when it is stored: until then nobody has been promised anything.
              await tabs[turn.tab]?.queue.enqueue({ method: 'GET', url });
            }
          }
        }
        // 26 attempts with their delays, and a claim that has gone stale before each.
        await vi.advanceTimersByTimeAsync(26 * 100_000);

        let left = 0;
        await world.shared.step('', 10_000, () => {
          left += 1;
          return { type: 'wait', until: 0 };
        });
        expect(left).toBe(0);
        expect(world.removed.size).toBe(world.enqueuedAt.size);
        expect([...world.removed.values()].filter((times) => times !== 1)).toEqual([]);
        expect(world.overlaps()).toBe(0);
        for (const [url, enqueuedAt] of world.enqueuedAt) {
          const tries = world.attempts.get(url) ?? [];
          const last = tries.at(-1)?.ended ?? null;
          const isOver =
            (last !== null && last >= 200 && last < 500 && last !== 429) || tries.length >= 26;
          expect(isOver).toBe(true);
          expect(tries.length).toBeLessThanOrEqual(26);
          expect(tries.every(({ at }) => at - enqueuedAt <= BEACON_MAX_AGE_MS)).toBe(true);
        }
        for (const tab of tabs) tab.kill();
      },
    ),
    { numRuns: 60 },
  );
});
