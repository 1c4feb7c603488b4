import { describe, expect, it } from 'vitest';
import { missedFans } from '../../src/pages/fans/fans-news.tsx';

describe('missedFans', () => {
  it('are those before the first one who was known', () => {
    expect(missedFans([9, 8, 3, 2], new Set([3, 2, 1]))).toEqual([9, 8]);
    expect(missedFans([9], new Set())).toEqual([9]);
  });

  it('are not those who move up because others go', () => {
    expect(missedFans([2, 1, 0], new Set([3, 2, 1]))).toEqual([]);
  });
});
