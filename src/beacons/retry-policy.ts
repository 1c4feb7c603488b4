import {
  BEACON_MAX_AGE_MS,
  BEACON_MAX_RETRIES,
  BEACON_RETRY_DELAY_MS,
  BEACON_TIMEOUT_MS,
} from '../contract/limits.ts';
import type { StoredBeacon } from './beacon.ts';

/** After this time, the page that claimed a beacon counts as closed. Longer than an attempt and the wait for it. */
export const CLAIM_LIFETIME_MS = 60_000;

/** The decision about a stored beacon. */
export type Verdict =
  /** It is ours now: `beacon` carries the claim. */
  | { readonly type: 'deliver'; readonly beacon: StoredBeacon }
  /** No attempt before `until`, in milliseconds since the epoch. */
  | { readonly type: 'wait'; readonly until: number }
  /** Too old, or tried too often. */
  | { readonly type: 'drop' };

/** Statuses after which the same request may still succeed. 0 means that no answer arrived. */
export function isRetryable(status: number): boolean {
  return status === 0 || status === 429 || (status >= 500 && status <= 599);
}

export function isTooOld({ enqueued_at }: StoredBeacon, now: number): boolean {
  return now - enqueued_at > BEACON_MAX_AGE_MS;
}

/** Decides about one stored beacon. `isUrgent` skips the delay, for example when the network is back. */
export function judge(beacon: StoredBeacon, now: number, isUrgent = false): Verdict {
  if (isTooOld(beacon, now)) return { type: 'drop' };
  const { delivering_at, retried_at } = beacon;
  if (delivering_at !== null) {
    if (isWithin(delivering_at, CLAIM_LIFETIME_MS, now)) {
      return { type: 'wait', until: delivering_at + CLAIM_LIFETIME_MS };
    }
    // Its page closed during the attempt. The outcome is unknown and counts as a failure.
    const next = afterFailure(beacon, now);
    return next ? { type: 'deliver', beacon: claim(next, now) } : { type: 'drop' };
  }
  if (retried_at !== null && !isUrgent && isWithin(retried_at, BEACON_RETRY_DELAY_MS, now)) {
    return { type: 'wait', until: retried_at + BEACON_RETRY_DELAY_MS };
  }
  return { type: 'deliver', beacon: claim(beacon, now) };
}

export function claim(beacon: StoredBeacon, now: number): StoredBeacon {
  return { ...beacon, delivering_at: now };
}

/** The 10 s of an attempt, and those of one that it may have to wait for. */
const ATTEMPT_MAX_MS = 2 * BEACON_TIMEOUT_MS;

/** True while there is time for a whole attempt before another page may take the beacon. */
export function holdsClaim({ delivering_at }: StoredBeacon, now: number): boolean {
  return delivering_at !== null && isWithin(delivering_at, CLAIM_LIFETIME_MS - ATTEMPT_MAX_MS, now);
}

/** The beacon, waiting for its next attempt. Null after the last one. */
export function afterFailure(beacon: StoredBeacon, now: number): StoredBeacon | null {
  const num_retries = beacon.num_retries + 1;
  if (num_retries > BEACON_MAX_RETRIES) return null;
  return { ...beacon, num_retries, retried_at: now, delivering_at: null };
}

/** A time far in the future comes from a clock that was set back since, and counts as long ago. */
function isWithin(moment: number, lengthMs: number, now: number): boolean {
  return Math.abs(now - moment) < lengthMs;
}
