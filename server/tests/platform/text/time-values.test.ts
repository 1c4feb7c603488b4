import { describe, expect, it } from 'vitest';
import { timeValues } from '../../../src/platform/text/time-values.ts';

describe('timeValues', () => {
  it.each([
    [0, '0:00'],
    [159, '2:39'],
    [150, '2:30'],
    [600.25, '10:00.25'],
    [3_723, '1:02:03'],
    [36_000, '10:00:00'],
  ])('writes %d seconds as the studio does', (n, clock) => {
    expect(timeValues(n)).toEqual({ n, clock });
  });
});
