import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../src/i18n/translator.ts';

describe('createTranslator', () => {
  const t = createTranslator({ limits: '(min %min_value%px, max %max_value%px)', plain: '100 %' });

  it('fills placeholders', () => {
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

  it('chooses the plural form by the count, and the last resort is `other`', () => {
    const days = { one: '%count% giorno', other: '%count% giorni' };
    const inItalian = createTranslator({ days }, 'it');
    expect([0, 1, 2].map((count) => inItalian('days', { count }))).toEqual([
      '0 giorni',
      '1 giorno',
      '2 giorni',
    ]);
    expect(
      createTranslator({ days: { other: '%count% d' }, language: 'pl' })('days', { count: 3 }),
    ).toBe('3 d');
  });
});
