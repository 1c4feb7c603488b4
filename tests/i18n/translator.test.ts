import { describe, expect, it } from 'vitest';
import { createTranslator, resolveLanguage } from '../../src/i18n/translator.ts';

describe('createTranslator', () => {
  const t = createTranslator({ limits: '(min %min_value%px, max %max_value%px)', plain: '100 %' });

  it('fills placeholders as the spec writes them', () => {
    expect(t('limits', { min_value: 80, max_value: 600 })).toBe('(min 80px, max 600px)');
  });

  it('leaves a placeholder without a value, and a lone percent sign, as they are', () => {
    expect(t('limits', { min_value: 80 })).toBe('(min 80px, max %max_value%px)');
    expect(t('plain')).toBe('100 %');
  });

  it('does not read a value as a pattern', () => {
    expect(t('limits', { min_value: '$&', max_value: '%min_value%' })).toBe(
      '(min $&px, max %min_value%px)',
    );
  });
});

describe('resolveLanguage', () => {
  it.each([
    ['it-IT', 'it'],
    ['IT_it', 'it'],
    ['en-GB', 'en'],
    ['fr-FR', 'en'],
    ['fr-FR, it;q=0.8', 'it'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('takes %s as %s', (wanted, language) => {
    expect(resolveLanguage(wanted)).toBe(language);
  });
});
