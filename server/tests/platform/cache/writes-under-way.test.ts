import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWritesUnderWay } from '../../../src/platform/cache/writes-under-way.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for the writes of one member that have begun', async () => {
  const writes = createWritesUnderWay();
  const ends = [writes.begin(1), writes.begin(1)];
  writes.begin(2);
  let isOver = false;
  const over = writes.ended(1)?.then(() => {
    isOver = true;
  });
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(false);
  ends[1]?.();
  ends[1]?.();
  await over;
  expect(writes.ended(1)).toBe(null);
  expect(writes.ended(2)).not.toBe(null);
});

it('waits two seconds at most', async () => {
  const writes = createWritesUnderWay();
  writes.begin(1);
  const over = writes.ended(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await over;
  expect(writes.ended(1)).toBe(null);
});
