import { describe, expect, it } from 'vitest';
import { roundSpeed, SPEED_PRESETS, stepSpeed } from '../../../src/engine/rules/speed.ts';

describe('stepSpeed', () => {
  it('goes from 0.5 to 3 in steps of 0.1, and no further', () => {
    const up = [0.5];
    for (let n = 0; n < 30; n++) up.push(stepSpeed(up.at(-1) ?? 0, 'faster'));
    const tenths = Array.from({ length: 26 }, (_, n) => (n + 5) / 10);
    expect([...new Set(up)]).toEqual(tenths);
    const down = [3];
    for (let n = 0; n < 30; n++) down.push(stepSpeed(down.at(-1) ?? 0, 'slower'));
    expect([...new Set(down)]).toEqual(tenths.toReversed());
  });

  it.each([
    [1.25, 'faster', 1.3],
    [1.25, 'slower', 1.2],
    [1.1, 'faster', 1.2],
    [7, 'faster', 3],
    [0.1, 'slower', 0.5],
  ] as const)('%d, %s: %d', (speed, direction, next) => {
    expect(stepSpeed(speed, direction)).toBe(next);
  });
});

describe('roundSpeed', () => {
  it.each([
    [1.04, 1],
    [1.26, 1.3],
    [0.2, 0.5],
    [9, 3],
  ])('%d is %d', (speed, rounded) => {
    expect(roundSpeed(speed)).toBe(rounded);
  });
});

describe('SPEED_PRESETS', () => {
  it('are speeds that the player takes, 1 among them', () => {
    expect(SPEED_PRESETS).toContain(1);
    expect(SPEED_PRESETS.every((speed) => speed >= 0.5 && speed <= 3)).toBe(true);
  });
});
