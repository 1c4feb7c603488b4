import { describe, expect, it } from 'vitest';
import { createVolume, setMuted, setVolume } from '../../../src/engine/rules/volume.ts';

describe('volume', () => {
  it('is muted at 0', () => {
    expect(setVolume(createVolume(80), 0)).toMatchObject({ volume: 0, muted: true });
  });

  it('begins with the default if the given volume is no number', () => {
    for (const given of [Number.NaN, '50' as unknown as number]) {
      expect(createVolume(given)).toMatchObject({ volume: 80, muted: false });
    }
  });

  it.each([
    [80, 80],
    [10, 25],
  ])('restores from %d to %d, at least 25', (before, after) => {
    expect(setMuted(setMuted(createVolume(before), true), false).volume).toBe(after);
  });

  it('is muted below 1, as the player shows it, and keeps that volume until it is unmuted', () => {
    const low = setVolume(createVolume(80), 0.5);
    expect(low).toMatchObject({ volume: 0.5, muted: true });
    expect(setMuted(low, true)).toBe(low);
    expect(setMuted(low, false)).toMatchObject({ volume: 80, muted: false });
  });

  it.each([
    [-5, 0],
    [500, 100],
    [Number.NaN, 80],
  ])('keeps %d within 0 to 100', (asked, volume) => {
    expect(setVolume(createVolume(80), asked).volume).toBe(volume);
  });
});
