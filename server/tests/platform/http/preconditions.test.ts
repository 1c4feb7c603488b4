import { describe, expect, it } from 'vitest';
import { checkPreconditions, matchesIfRange } from '../../../src/platform/http/preconditions.ts';

const MODIFIED = new Date('2026-01-02T03:04:05.678Z');
const AT = 'Fri, 02 Jan 2026 03:04:05 GMT';
const BEFORE = 'Fri, 02 Jan 2026 03:04:04 GMT';
const check = (headers: Record<string, string>) =>
  checkPreconditions(headers, { etag: '"a"', modified: MODIFIED });

describe('checkPreconditions', () => {
  it.each([
    [{}, 'send'],
    [{ 'if-match': '"a"' }, 'send'],
    [{ 'if-match': '*' }, 'send'],
    [{ 'if-match': '"b", "a"' }, 'send'],
    [{ 'if-match': '"b"' }, 'failed'],
    [{ 'if-match': 'W/"a"' }, 'failed'],
    [{ 'if-unmodified-since': AT }, 'send'],
    [{ 'if-unmodified-since': BEFORE }, 'failed'],
    [{ 'if-unmodified-since': 'yesterday' }, 'send'],
    [{ 'if-match': '"a"', 'if-unmodified-since': BEFORE }, 'send'],
    [{ 'if-none-match': '"a"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"a"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"b"' }, 'send'],
    [{ 'if-none-match': '"b"', 'if-modified-since': AT }, 'send'],
    [{ 'if-modified-since': AT }, 'not-modified'],
    [{ 'if-modified-since': BEFORE }, 'send'],
    [{ 'if-match': '"b"', 'if-none-match': '"a"' }, 'failed'],
  ])('answers %o with %s', (headers, verdict) => {
    expect(check(headers)).toBe(verdict);
  });
});

describe('matchesIfRange', () => {
  it.each([
    [undefined, true],
    ['"a"', true],
    ['"b"', false],
    ['W/"a"', false],
    [AT, true],
    [BEFORE, false],
  ])('answers %s with %s', (header, expected) => {
    expect(matchesIfRange(header, { etag: '"a"', modified: MODIFIED })).toBe(expected);
  });
});
