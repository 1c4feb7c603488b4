import { createTranslator } from 'earshot/react';
import { describe, expect, it } from 'vitest';
import { site as en } from '../../../src/i18n/en/site.ts';
import { lengthInWords } from '../../src/parts/length.tsx';

describe('lengthInWords', () => {
  it.each([
    [10_535, '2 h 56 min'],
    [7_200, '2 h'],
    [7_199, '2 h'],
    [2_280, '38 min'],
    [20, '1 min'],
  ])('says %d seconds as %s', (seconds, words) => {
    expect(lengthInWords(seconds, createTranslator(en))).toBe(words);
  });
});
