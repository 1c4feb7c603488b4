import { createTranslator } from 'earshot/react';
import { describe, expect, it } from 'vitest';
import { relativeTime as english } from '../../src/i18n/en.json';
import { relativeTime } from '../../src/parts/ago.tsx';

const t = createTranslator(english, 'en');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [-5, 'few seconds ago'],
    [0, 'few seconds ago'],
    [59.9, 'few seconds ago'],
    [MINUTE, '1 minute ago'],
    [2 * MINUTE - 1, '1 minute ago'],
    [2 * MINUTE, '2 minutes ago'],
    [45 * MINUTE - 1, '44 minutes ago'],
    [45 * MINUTE, 'about 1 hour ago'],
    [90 * MINUTE - 1, 'about 1 hour ago'],
    [90 * MINUTE, '2 hours ago'],
    [DAY - 1, '24 hours ago'],
    [DAY, '1 day ago'],
    [2 * DAY - 1, '1 day ago'],
    [2 * DAY, '2 days ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [60 * DAY, '2 months ago'],
    [365 * DAY - 1, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('%d s are "%s"', (seconds, words) => {
    const { key, count = 0 } = relativeTime(seconds);
    expect(t(key, { count })).toBe(words);
  });
});
