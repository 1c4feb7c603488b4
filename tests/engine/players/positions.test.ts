import { describe, expect, it } from 'vitest';
import { RESUME_EPISODES } from '../../../src/contract/limits.ts';
import { createPositions } from '../../../src/engine/players/positions.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';

const noStorage = () => {
  throw new Error('none');
};

describe('createPositions', () => {
  it.each([
    ['the first 10 seconds', 9.9, null],
    ['from 10 seconds on', 10, 10],
    ['to 30 seconds before the end', 69.9, 69],
    ['the last 30 seconds', 70, null],
    ['NaN', Number.NaN, null],
  ])('saves the correct position: %s', (_, seconds, expected) => {
    const positions = createPositions(createKeyValue(noStorage));
    positions.save(1, seconds, 100);
    expect(positions.get(1)).toBe(expected);
  });

  it('forgets an episode near its end, and keeps the others', () => {
    const positions = createPositions(createKeyValue(noStorage));
    positions.save(1, 50, 100);
    positions.save(2, 60, 100);
    positions.save(1, 95, 100);
    expect([positions.get(1), positions.get(2)]).toEqual([null, 60]);
  });

  it('sees the entries of another tab at once', () => {
    const values = createKeyValue(noStorage);
    const [one, other] = [createPositions(values), createPositions(values)];
    one.save(1, 50, 100);
    other.save(2, 60, 100);
    expect([one.get(2), other.get(1)]).toEqual([60, 50]);
  });

  it('remembers the 200 episodes of late', () => {
    const positions = createPositions(createKeyValue(noStorage));
    for (let id = 1; id <= RESUME_EPISODES + 1; id++) positions.save(id, 50, 100);
    expect([RESUME_EPISODES, positions.get(1), positions.get(2)]).toEqual([200, null, 50]);
  });

  it.each(['{', 'null', '{}', '[1]', '[[1]]', '[["1","50"]]', '[[1,null]]'])(
    'takes a storage that holds %s for an empty one',
    (text) => {
      const values = createKeyValue(noStorage);
      values.set('earshot.positions', text);
      const positions = createPositions(values);
      expect(positions.get(1)).toBeNull();
      positions.save(1, 50, 100);
      expect(positions.get(1)).toBe(50);
    },
  );
});
