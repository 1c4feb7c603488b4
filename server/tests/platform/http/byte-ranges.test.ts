import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../src/platform/http/byte-ranges.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-9', [{ first: 0, last: 9 }]],
    ['bytes=90-', [{ first: 90, last: 99 }]],
    ['bytes=-10', [{ first: 90, last: 99 }]],
    ['bytes=-1000', [{ first: 0, last: 99 }]],
    ['bytes=50-1000', [{ first: 50, last: 99 }]],
    [
      'bytes=0-0, 10-19',
      [
        { first: 0, last: 0 },
        { first: 10, last: 19 },
      ],
    ],
    ['bytes=0-9, 200-', [{ first: 0, last: 9 }]],
    ['bytes=0-, 0-', 'whole'],
    ['bytes=0-59, 50-99', 'whole'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-0', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=', 'whole'],
    ['items=0-9', 'whole'],
    [undefined, 'whole'],
    [`bytes=${Array(20).fill('0-1').join(',')}`, 'whole'],
  ])('reads %s of 100 bytes', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});
