import { describe, expect, it } from 'vitest';
import { formatDate } from '../../src/i18n/date.ts';
import { player as en } from '../../src/i18n/en.json';
import { player as italian } from '../../src/i18n/it.json';
import { formatLength, formatTime, isoDuration, spokenTime } from '../../src/i18n/time.ts';
import { createTranslator } from '../../src/i18n/translator.ts';

describe('formatTime', () => {
  it.each([
    [0, '0:00'],
    [5.9, '0:05'],
    [65, '1:05'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
    [-3, '0:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });
});

describe('formatLength', () => {
  it.each([
    [10_535, '2 h 56 min'],
    [7_199, '2 h'],
    [2_280, '38 min'],
    [20, '1 min'],
  ])('says %d seconds as %s', (seconds, words) => {
    expect(formatLength(seconds, createTranslator(en))).toBe(words);
  });
});

describe('formatDate', () => {
  it.each([
    ['en', '3 May 2026'],
    ['en-GB', '3 May 2026'],
    ['it', '3 mag 2026'],
    ['ar', '3 مايو 2026'],
  ])('writes a day in the form of %s, whatever the clock of the machine', (language, day) => {
    expect(formatDate('2026-05-03T23:30:00Z', language)).toBe(day);
  });
});

describe('spokenTime', () => {
  const inEnglish = createTranslator(en);
  const inItalian = createTranslator(italian);

  it('names every unit with a value, in the words of the language', () => {
    expect(spokenTime(3723, inEnglish)).toBe('1 hour 2 minutes 3 seconds');
    expect(spokenTime(65, inItalian)).toBe('1 minuto 5 secondi');
  });

  it('leaves out units of zero, but reads zero seconds as such', () => {
    expect(spokenTime(3600, inEnglish)).toBe('1 hour');
    expect(spokenTime(0, inEnglish)).toBe('0 seconds');
  });
});

describe('isoDuration', () => {
  it.each([
    [3723.4, 'PT1H2M3S'],
    [3605, 'PT1H5S'],
    [7200, 'PT2H'],
    [0, 'PT0S'],
    [-1, 'PT0S'],
    [Number.NaN, 'PT0S'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(isoDuration(seconds)).toBe(text);
  });
});
