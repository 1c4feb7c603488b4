import { describe, expect, it } from 'vitest';
import { progressPercent, seekFraction } from '../../src/react/seek-geometry.ts';

describe('seekFraction', () => {
  const bar = { left: 100, width: 464 }; // a rail of 400 px from 132 to 532

  it.each([
    [332, 0.5],
    [132, 0],
    [232, 0.25],
    [532, 1],
    [101, 0],
    [560, 1],
  ])('maps a click at %s px to the fraction %s of the rail', (clientX, fraction) => {
    expect(seekFraction(clientX, bar)).toBe(fraction);
  });

  it('is 0 if the bar is too narrow for a rail', () => {
    expect(seekFraction(20, { left: 0, width: 60 })).toBe(0);
  });
});

describe('progressPercent', () => {
  it.each([
    [0.123456, 12.35],
    [0.99, 99],
    [0.9901, 100],
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
  ])('converts %s to %s percent', (fraction, percent) => {
    expect(progressPercent(fraction)).toBe(percent);
  });
});
