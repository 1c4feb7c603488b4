import { describe, expect, it } from 'vitest';
import {
  isNotModified,
  matchesIfRange,
  parseRange,
} from '../../../src/platform/http/byte-ranges.ts';

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

const DATE = new Date('2026-01-01T00:00:00.500Z');

describe('matchesIfRange', () => {
  it.each([
    [undefined, true],
    ['"tag"', true],
    ['"other"', false],
    ['W/"tag"', false],
    ['Thu, 01 Jan 2026 00:00:00 GMT', true],
    ['Thu, 01 Jan 2025 00:00:00 GMT', false],
  ])('%s', (header, expected) => {
    expect(matchesIfRange(header, '"tag"', DATE)).toBe(expected);
  });
});

describe('isNotModified', () => {
  it('prefers the tag to the date', () => {
    const headers = { 'if-none-match': '"other"', 'if-modified-since': DATE.toUTCString() };
    expect(isNotModified(headers, '"tag"', DATE)).toBe(false);
  });

  it('compares tags weakly and takes a star', () => {
    expect(isNotModified({ 'if-none-match': 'W/"x", W/"tag"' }, '"tag"', DATE)).toBe(true);
    expect(isNotModified({ 'if-none-match': '*' }, '"tag"', DATE)).toBe(true);
  });

  it('compares dates by the second', () => {
    expect(isNotModified({ 'if-modified-since': DATE.toUTCString() }, '"tag"', DATE)).toBe(true);
    expect(isNotModified({ 'if-modified-since': 'nonsense' }, '"tag"', DATE)).toBe(false);
  });
});
