import { describe, expect, it } from 'vitest';
import { readClock, writeClock } from '../../src/studio/clock-time.ts';

describe('readClock', () => {
  it.each([
    ['62.5', 62.5],
    ['62,5', 62.5],
    ['1:02', 62],
    [' 1:00:01 ', 3601],
    ['', null],
    ['1:2:3:4', null],
    ['-1', null],
    ['soon', null],
    ['1:', null],
  ])('reads %j as %j', (text, seconds) => {
    expect(readClock(text)).toBe(seconds);
  });
});

describe('writeClock', () => {
  it.each([
    [0, '0:00'],
    [62.5, '1:02.5'],
    [62.123, '1:02.123'],
    [59.9996, '1:00'],
    [3661, '1:01:01'],
  ])('writes %j as %j', (seconds, text) => {
    expect(writeClock(seconds)).toBe(text);
  });
});
