import { describe, expect, it } from 'vitest';
import { createVolume, setMuted, setVolume } from '../../../src/engine/rules/volume.ts';

describe('volume', () => {
  it('is muted at 0', () => {
    expect(setVolume(createVolume(80), 0)).toMatchObject({ volume: 0, muted: true });
  });

  it.each([
    [80, 80],
    [10, 25],
  ])('restores from %d to %d, at least 25', (before, after) => {
    expect(setMuted(setMuted(createVolume(before), true), false).volume).toBe(after);
  });

  it.each([
    [-5, 0],
    [500, 100],
    [Number.NaN, 80],
  ])('keeps %d within 0 to 100', (asked, volume) => {
    expect(setVolume(createVolume(80), asked).volume).toBe(volume);
  });
});
