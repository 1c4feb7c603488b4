import { describe, expect, it } from 'vitest';
import { resolveLanguage } from '../../src/i18n/languages.ts';

describe('resolveLanguage', () => {
  it.each([
    ['it-IT', 'it'],
    ['IT_it', 'it'],
    ['it-Latn-IT', 'it'],
    ['en-GB', 'en'],
    ['tlh-AQ', 'en'],
    ['ita', 'en'],
    ['constructor', 'en'],
    ['tlh-AQ, it;q=0.8', 'it'],
    ['en;q=0.5, it', 'it'],
    ['en;q=0.5, it;q=0.9', 'it'],
    ['it;q=0.9, en;q=0.9', 'it'],
    ['it;q=0, en', 'en'],
    ['it; Q = 0.3 , en ; q=0.2', 'it'],
    ['it;q=much', 'en'],
    ['it;q=0.5, *', 'en'],
    ['tlh, *;q=0.1', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('takes %s as %s', (wanted, language) => {
    expect(resolveLanguage(wanted)).toBe(language);
  });

  it('reads a header of any length', () => {
    expect(resolveLanguage(`${'x-'.repeat(20_000)}, ${';q='.repeat(20_000)}, it`)).toBe('it');
    expect(resolveLanguage(`ar;q=${' '.repeat(500_000)}= x, it;q=0.1`)).toBe('ar');
  });
});
