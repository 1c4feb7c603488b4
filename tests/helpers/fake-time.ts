import { afterEach, beforeEach, vi } from 'vitest';

/** Timers and clocks of the tests in this file stand still until a test lets time pass (`pass`, `settle`). */
export function fakeTime(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

/** Lets promises settle. No time passes. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
/** Lets fake time pass. */
export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(Math.round(seconds * 1000));
