import { describe, expect, it } from 'vitest';
import { createByteBudgets } from '../../../src/platform/limits/byte-budgets.ts';
import { RateLimited } from '../../../src/platform/limits/rate-limits.ts';
import type { Counter } from '../../../src/platform/limits/shared-counter.ts';
import { fakePaceClock } from '../../helpers/fake-pace-clock.ts';

const MB = 1_000_000;
const HOUR_MS = 3_600_000;

/** Windows of an hour that all processes of a test share. */
function openHour(megabytes: number) {
  const { clock, pass } = fakePaceClock();
  const windows = new Map<string, { taken: number; endsAt: number }>();
  let asked = 0;
  const counter: Counter = {
    async take(key, points) {
      asked += 1;
      const now = clock.now();
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { taken: 0, endsAt: now + HOUR_MS };
      windows.set(key, window);
      const granted = Math.max(0, Math.min(points, megabytes * 1_000 - window.taken));
      window.taken += points;
      return { granted, remaining: 0, resetMs: window.endsAt - now };
    },
  };
  const bytes = megabytes * MB;
  const process = () => createByteBudgets({ bytes, seconds: 3_600, counter, now: clock.now });
  return { process, pass, asked: () => asked };
}

/** Fetches as a client that begins an answer only if it is admitted. Resolves with the megabytes that it got. */
async function fetchAll({ admit, spend }: ReturnType<typeof createByteBudgets>, address: string) {
  let megabytes = 0;
  while (megabytes < 1_000) {
    const refused = await admit(address).then(
      () => null,
      (error) => error,
    );
    if (refused) return { megabytes, refused };
    spend(address, MB);
    megabytes += 1;
  }
  return { megabytes, refused: null };
}

describe('createByteBudgets', () => {
  it('refuses an address that has fetched its bytes, until the hour is over', async () => {
    const { process, pass } = openHour(20);
    const budgets = process();
    const { megabytes, refused } = await fetchAll(budgets, '192.0.2.1');
    expect(megabytes).toBe(20);
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused.retryAfterS).toBe(3_600);
    pass(HOUR_MS / 2);
    await expect(budgets.admit('192.0.2.1')).rejects.toMatchObject({ retryAfterS: 1_800 });
    pass(HOUR_MS / 2);
    await expect(budgets.admit('192.0.2.1')).resolves.toBeUndefined();
  });

  it('counts each address apart', async () => {
    const { process } = openHour(20);
    const budgets = process();
    await fetchAll(budgets, '192.0.2.1');
    expect((await fetchAll(budgets, '192.0.2.2')).megabytes).toBe(20);
  });

  it('is shared by all processes, within a lease', async () => {
    const { process } = openHour(20);
    const [first, second] = [process(), process()];
    await first.admit('192.0.2.1');
    first.spend('192.0.2.1', MB);
    const { megabytes } = await fetchAll(second, '192.0.2.1');
    expect(megabytes).toBeGreaterThanOrEqual(18);
    expect(megabytes).toBeLessThanOrEqual(19);
  });

  it('tells running answers that nothing is left', async () => {
    const { process } = openHour(3);
    const { admit, spend } = process();
    await admit('192.0.2.1');
    const answers: boolean[] = [];
    for (let piece = 0; piece < 6; piece++) {
      answers.push(spend('192.0.2.1', MB));
      await new Promise(setImmediate);
    }
    expect(answers).toEqual([true, true, true, false, false, false]);
  });

  it('asks the store once for many small answers', async () => {
    const { process, asked } = openHour(20);
    const { admit, spend } = process();
    for (let piece = 0; piece < 100; piece++) {
      await admit('192.0.2.1');
      spend('192.0.2.1', 10_000);
    }
    expect(asked()).toBe(1);
  });
});
