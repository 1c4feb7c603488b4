import { BEACON_TIMEOUT_MS } from '../contract/limits.ts';
import type { StoredBeacon } from './beacon.ts';

/** After this time, the page that claimed a beacon counts as closed. Longer than an attempt and the wait for it. */
export const CLAIM_LIFETIME_MS = 60_000;

/** The beacon belongs to this page: no other page delivers it while the claim lasts. */
export function claim(beacon: StoredBeacon, now: number): StoredBeacon {
  return { ...beacon, delivering_at: now };
}

/** The 10 s of an attempt, and those of one that it may have to wait for. */
const ATTEMPT_MAX_MS = 2 * BEACON_TIMEOUT_MS;

/** True while there is time for a whole attempt before another page may take the beacon. */
export function holdsClaim({ delivering_at }: StoredBeacon, now: number): boolean {
  return delivering_at !== null && isWithin(delivering_at, CLAIM_LIFETIME_MS - ATTEMPT_MAX_MS, now);
}

/** A time far in the future comes from a clock that was set back since, and counts as long ago. */
export function isWithin(moment: number, lengthMs: number, now: number): boolean {
  return Math.abs(now - moment) < lengthMs;
}
