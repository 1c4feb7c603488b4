import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestSlot, longestGapMs, parseTimes } from '../../../src/platform/backup/schedule.ts';

const HOUR_MS = 3_600_000;

describe('parseTimes', () => {
  it('reads one time or several, in any order', () => {
    expect(parseTimes('03:30')).toEqual([210]);
    expect(parseTimes('15:30, 03:30,15:30')).toEqual([210, 930]);
  });

  it.each(['', '3:30', '24:00', '03:60', '03.30', '03:30;15:30', 'daily', '03:30,'])(
    'refuses "%s"',
    (text) => expect(parseTimes(text)).toBeNull(),
  );
});

describe('latestSlot', () => {
  it.each([
    ['2027-01-31T03:29:59Z', '2027-01-30T15:30:00Z'],
    ['2027-01-31T03:30:00Z', '2027-01-31T03:30:00Z'],
    ['2027-01-31T15:29:59Z', '2027-01-31T03:30:00Z'],
    ['2027-01-31T23:59:59Z', '2027-01-31T15:30:00Z'],
  ])('at %s is %s', (now, slot) => {
    expect(latestSlot([210, 930], new Date(now))).toEqual(new Date(slot));
  });

  it('is never in the future, and at most as old as the longest gap', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 1 });
    const moments = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, moments, (unordered, now) => {
        const ordered = [...unordered].sort((a, b) => a - b);
        const age = now.getTime() - latestSlot(ordered, now).getTime();
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThan(longestGapMs(ordered));
      }),
    );
  });
});

describe('longestGapMs', () => {
  it('is a day for one time, and reaches over midnight for several', () => {
    expect(longestGapMs([210])).toBe(24 * HOUR_MS);
    expect(longestGapMs([60, 120])).toBe(23 * HOUR_MS);
    expect(longestGapMs([0, 480, 960])).toBe(8 * HOUR_MS);
  });
});
