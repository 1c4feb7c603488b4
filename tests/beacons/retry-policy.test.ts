import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StoredBeacon, toStoredBeacon } from '../../src/beacons/beacon.ts';
import { CLAIM_LIFETIME_MS, claim, holdsClaim } from '../../src/beacons/beacon-claim.ts';
import { afterFailure, isRetryable, judge } from '../../src/beacons/retry-policy.ts';
import {
  BEACON_MAX_AGE_MS,
  BEACON_MAX_RETRIES,
  BEACON_RETRY_DELAY_MS,
} from '../../src/contract/limits.ts';

const START = 1_800_000_000_000;

function newBeacon(changes: Partial<StoredBeacon> = {}): StoredBeacon {
  const beacon = toStoredBeacon(
    { method: 'GET', url: 'https://t.test/' },
    'https://api.test',
    START,
  );
  if (!beacon) throw new Error('no beacon');
  return { ...beacon, ...changes };
}

describe('isRetryable', () => {
  it.each([0, 429, 500, 502, 503, 599])('is true for %d', (status) => {
    expect(isRetryable(status)).toBe(true);
  });

  it.each([200, 204, 302, 400, 401, 404, 410, 428, 430, 499, 600])('is false for %d', (status) => {
    expect(isRetryable(status)).toBe(false);
  });
});

describe('judge', () => {
  it('delivers a new beacon at once, with our claim', () => {
    const beacon = newBeacon();
    expect(judge(beacon, START)).toEqual({ type: 'deliver', beacon: claim(beacon, START) });
  });

  it('waits 30 s after a failure', () => {
    const beacon = newBeacon({ retried_at: START, num_retries: 1 });
    const until = START + BEACON_RETRY_DELAY_MS;
    expect(judge(beacon, until - 1)).toEqual({ type: 'wait', until });
    expect(judge(beacon, until)).toMatchObject({ type: 'deliver' });
  });

  it('skips the delay if it is urgent', () => {
    const beacon = newBeacon({ retried_at: START, num_retries: 1 });
    expect(judge(beacon, START + 1, true)).toMatchObject({ type: 'deliver' });
  });

  it('respects the claim of another page until it is stale, even if urgent', () => {
    const beacon = newBeacon({ delivering_at: START });
    const until = START + CLAIM_LIFETIME_MS;
    expect(judge(beacon, until - 1, true)).toEqual({ type: 'wait', until });
    expect(judge(beacon, until)).toMatchObject({
      type: 'deliver',
      beacon: { delivering_at: until, num_retries: 1 },
    });
  });

  it('respects a claim from a moment ahead, made before the clock was corrected', () => {
    expect(judge(newBeacon({ delivering_at: START + 50 }), START)).toMatchObject({ type: 'wait' });
  });

  it.each([
    ['delivering_at', { delivering_at: START }],
    ['retried_at', { retried_at: START }],
  ])('does not wait for a %s of a clock that was set back by a day', (_, changes) => {
    expect(judge(newBeacon(changes), START - 86_400_000)).toMatchObject({ type: 'deliver' });
  });

  it('drops a beacon after 3 days', () => {
    expect(judge(newBeacon(), START + BEACON_MAX_AGE_MS)).toMatchObject({ type: 'deliver' });
    expect(judge(newBeacon(), START + BEACON_MAX_AGE_MS + 1)).toEqual({ type: 'drop' });
  });

  it('drops a beacon after 26 pages closed during its delivery', () => {
    const beacon = newBeacon({ delivering_at: START, num_retries: BEACON_MAX_RETRIES });
    expect(judge(beacon, START + CLAIM_LIFETIME_MS)).toEqual({ type: 'drop' });
  });
});

describe('holdsClaim', () => {
  it('leaves time for an attempt and for the one that it may wait for', () => {
    const beacon = claim(newBeacon(), START);
    expect(holdsClaim(beacon, START + CLAIM_LIFETIME_MS - 20_001)).toBe(true);
    expect(holdsClaim(beacon, START + CLAIM_LIFETIME_MS - 20_000)).toBe(false);
    expect(holdsClaim(newBeacon(), START)).toBe(false);
  });
});

type Turn = { waitMs: number; outcome: number | 'death'; isUrgent: boolean };

const turns = fc.array(
  fc.record<Turn>({
    waitMs: fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 86_400_000 })),
    outcome: fc.oneof(
      fc.constantFrom<number | 'death'>(0, 429, 503, 'death'),
      fc.integer({ min: 0, max: 599 }),
    ),
    isUrgent: fc.boolean(),
  }),
  { minLength: 1, maxLength: 80 },
);

describe('the life of a beacon', () => {
  it('ends once, after 26 attempts at most, none of them after 3 days', () => {
    fc.assert(
      fc.property(turns, (life) => {
        let beacon: StoredBeacon | null = newBeacon();
        let now = START;
        let attempts = 0;
        let lastAttemptAt = Number.NEGATIVE_INFINITY;
        for (const { waitMs, outcome, isUrgent } of life) {
          now += waitMs;
          const verdict = judge(beacon, now, isUrgent);
          if (verdict.type === 'drop') beacon = null;
          if (verdict.type === 'deliver') {
            attempts += 1;
            expect(now - START).toBeLessThanOrEqual(BEACON_MAX_AGE_MS);
            if (!isUrgent)
              expect(now - lastAttemptAt).toBeGreaterThanOrEqual(BEACON_RETRY_DELAY_MS);
            lastAttemptAt = now;
            if (outcome === 'death') beacon = verdict.beacon;
            else beacon = isRetryable(outcome) ? afterFailure(verdict.beacon, now) : null;
          }
          if (verdict.type === 'wait') {
            expect(verdict.until).toBeGreaterThan(now);
            expect(verdict.until - now).toBeLessThanOrEqual(CLAIM_LIFETIME_MS);
          }
          if (!beacon) break;
          expect(beacon.num_retries).toBeLessThanOrEqual(BEACON_MAX_RETRIES);
        }
        expect(attempts).toBeLessThanOrEqual(1 + BEACON_MAX_RETRIES);
      }),
    );
  });
});
