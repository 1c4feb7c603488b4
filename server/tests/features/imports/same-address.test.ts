import { describe, expect, it } from 'vitest';
import { isSameAddress } from '../../../src/features/imports/find-imported-show.ts';

describe('isSameAddress', () => {
  it.each([
    ['http://e.test/show/feed/', 'https://e.test/show/feed'],
    ['https://p.test/rss/band?auth=aB3xYz', 'https://p.test/rss/band?auth=Zz9QqW'],
    ['https://p.test/rss/band?show=7&token=1', 'https://p.test/rss/band?token=2&show=7'],
  ])('is true for %s and %s', (one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['https://p.test/rss/band', 'https://p.test/rss/band?token=2'],
    ['https://p.test/rss/band?show=7&auth=1', 'https://p.test/rss/band?show=8&auth=2'],
    ['https://p.test/rss/band', 'https://p.test/rss/bond'],
    ['https://p.test/rss/band?auth=1', 'https://q.test/rss/band?auth=2'],
    ['https://p.test/a1b2c3d4e5f6g7.rss', 'https://p.test/z9y8x7w6v5u4t3.rss'],
    ['feed.xml', 'other.xml'],
  ])('is false for %s and %s', (one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([false, false]);
  });
});
