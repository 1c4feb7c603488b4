import type { CountTimes } from '../../src/platform/push/subscriber-counts.ts';

/** Tests with several processes do not wait for a host's seconds. */
export const FAST_COUNTS: CountTimes = { roundMs: 100, repeatMs: 500, expiryMs: 3_000 };
