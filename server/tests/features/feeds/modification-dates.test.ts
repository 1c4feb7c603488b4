import { describe, expect, it } from 'vitest';
import { createModificationDates } from '../../../src/features/feeds/modification-dates.ts';

describe('createModificationDates', () => {
  it('gives a version the second in which it was first seen', () => {
    const dates = createModificationDates();
    expect(dates.of(1, 'a', 10_900)).toEqual(new Date(10_000));
    expect(dates.of(1, 'a', 99_000)).toEqual(new Date(10_000));
    expect(dates.of(1, 'b', 99_000)).toEqual(new Date(99_000));
    expect(dates.of(2, 'b', 10_000)).toEqual(new Date(10_000));
  });

  it('gives no date to a version that shares its second with one before, or comes from a clock set back', () => {
    const dates = createModificationDates();
    dates.of(1, 'a', 10_000);
    expect(dates.of(1, 'b', 10_500)).toBeNull();
    expect(dates.of(1, 'b', 20_000)).toBeNull();
    expect(dates.of(1, 'c', 9_000)).toBeNull();
    expect(dates.of(1, 'd', 20_000)).toEqual(new Date(20_000));
  });
});
