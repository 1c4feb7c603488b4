import { describe, expect, it } from 'vitest';
import { readMoment } from '../../src/comments/comment-form.tsx';

describe('readMoment', () => {
  it.each([
    ['', 60, { seconds: null }],
    ['  ', 60, { seconds: null }],
    [' 0:40 ', 60, { seconds: 40 }],
    ['12:40', 0, { seconds: 760 }],
    ['1:02:03', 9000, { seconds: 3723 }],
    ['1:01', 60, { problem: 'late' }],
    ['soon', 60, { problem: 'wrong' }],
    ['-1', 60, { problem: 'wrong' }],
  ])('reads %j of an episode of %i s', (text, duration, moment) => {
    expect(readMoment(text, duration)).toEqual(moment);
  });
});
