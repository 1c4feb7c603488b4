import {
  BEACON_MAX_AGE_MS,
  BEACON_MAX_RETRIES,
  BEACON_RETRY_DELAY_MS,
} from '../contract/limits.ts';
import type { StoredBeacon } from './beacon.ts';
import { CLAIM_LIFETIME_MS, claim, isWithin } from './beacon-claim.ts';

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

/** The beacon, waiting for its next attempt. Null after the last one. */
export function afterFailure(beacon: StoredBeacon, now: number): StoredBeacon | null {
  const num_retries = beacon.num_retries + 1;
  if (num_retries > BEACON_MAX_RETRIES) return null;
  return { ...beacon, num_retries, retried_at: now, delivering_at: null };
}
