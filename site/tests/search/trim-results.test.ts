import { describe, expect, it } from 'vitest';
import { SUGGESTED, type Suggested, trimResults } from '../../src/search/trim-results.ts';

const many = (count: number) => Array.from({ length: count }, () => ({}));

/** Only the numbers of results matter. */
const results = (...counts: [number, number, number, number]) =>
  Object.fromEntries(
    SUGGESTED.map((group, index) => [group, many(counts[index] ?? 0)]),
  ) as never as Suggested;

const kept = (found: Suggested, height: number) => {
  const trimmed = trimResults(found, height);
  return SUGGESTED.map((group) => trimmed[group].length);
};

describe('trimResults', () => {
  it.each([
    ['all, if there is room', results(2, 2, 2, 2), 10_000, [2, 2, 2, 2]],
    ['none, if there is room for the last row only', results(1, 1, 1, 1), 36 + 71, [0, 0, 0, 0]],
    ['the first category with the name of its group', results(2, 0, 0, 0), 36 + 72, [1, 0, 0, 0]],
    ['the best of each group first', results(5, 5, 5, 5), 36 + 72 + 72 + 106 + 106, [1, 1, 1, 1]],
    ['then the second of each group', results(5, 5, 5, 5), 392 + 36 + 36, [2, 2, 1, 1]],
    ['70 px for users and shows', results(0, 0, 3, 3), 36 + 106 + 106 + 70, [0, 0, 2, 1]],
    ['nothing of nothing', results(0, 0, 0, 0), 500, [0, 0, 0, 0]],
  ])('keeps %s', (_, found, height, expected) => {
    expect(kept(found, height)).toEqual(expected);
  });
});
