import { describe, expect, it } from 'vitest';
import { moveActive } from '../../src/search/suggestions.tsx';

describe('moveActive', () => {
  it.each([
    [-1, 1, 0],
    [0, 1, 1],
    [2, 1, -1],
    [-1, -1, 2],
    [0, -1, -1],
  ] as const)('goes from %i by %i to %i of 3', (from, step, to) => {
    expect(moveActive(from, step, 3)).toBe(to);
  });
});
