import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../src/i18n/translator.ts';

describe('createTranslator', () => {
  const t = createTranslator({
    limits: '(min {{min_value}}px, max {{max_value}}px)',
    plain: '{100} %',
  });

  it('fills placeholders', () => {
    expect(t('limits', { min_value: 80, max_value: 600 })).toBe('(min 80px, max 600px)');
  });

  it('leaves a placeholder without a value, and single braces, as they are', () => {
    expect(t('limits', { min_value: 80 })).toBe('(min 80px, max {{max_value}}px)');
    expect(t('plain')).toBe('{100} %');
  });

  it('does not read a value as a pattern', () => {
    expect(t('limits', { min_value: '$&', max_value: '{{min_value}}' })).toBe(
      '(min $&px, max {{min_value}}px)',
    );
  });

  it('chooses the plural form by the count, and the last resort is `other`', () => {
    const days = { days_one: '{{count}} giorno', days_other: '{{count}} giorni' };
    const inItalian = createTranslator(days, 'it');
    expect([0, 1, 2].map((count) => inItalian('days', { count }))).toEqual([
      '0 giorni',
      '1 giorno',
      '2 giorni',
    ]);
    expect(
      createTranslator({ days_other: '{{count}} d', language: 'pl' })('days', { count: 3 }),
    ).toBe('3 d');
  });

  it('knows the plural forms of a language that English lacks', () => {
    const seconds = {
      seconds_one: '{{count}} sekunda',
      seconds_few: '{{count}} sekundy',
      seconds_other: '{{count}} sekund',
    };
    const t = createTranslator(seconds, 'pl');
    expect([1, 2, 5, 22].map((count) => t('seconds', { count }))).toEqual([
      '1 sekunda',
      '2 sekundy',
      '5 sekund',
      '22 sekundy',
    ]);
  });
});
