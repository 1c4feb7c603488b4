import { describe, expect, it } from 'vitest';
import { feedImageSize } from '../../../src/platform/images/feed-image.ts';

describe('feedImageSize', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['jpg', 1_400, 1_400, null],
    ['png', 3_000, 3_000, null],
    ['jpg', 1_399, 1_399, 1_400],
    ['jpg', 3_001, 3_001, 3_000],
    ['jpg', 2_000, 1_500, 1_400],
    ['png', 5_000, 3_200, 3_000],
    ['webp', 1_500, 1_500, 1_400],
    ['gif', null, null, 1_400],
    ['jpg', null, null, null],
  ])('of a %s with %s x %s pixels is %s', (extension, width, height, size) => {
    expect(feedImageSize({ extension, width, height })).toBe(size);
  });
});
