import { describe, expect, it } from 'vitest';
import { slugify } from '../../../src/platform/text/slug.ts';

describe('slugify', () => {
  it('keeps letters of every script', () => {
    expect(slugify('Épisode 12: Ελλάδα!', 'x')).toBe('épisode-12-ελλάδα');
  });

  it('keeps the marks that are part of a letter', () => {
    expect(slugify('ポッドキャスト', 'x')).toBe('ポッドキャスト');
    expect(slugify('हिन्दी', 'x')).toBe('हिन्दी');
  });

  it.each([
    ['Первый Ёж', 'первый-ёж'],
    ['Київ', 'київ'],
    ['Über Ñandú', 'über-ñandú'],
    ['Đường phố Hà Nội', 'đường-phố-hà-nội'],
    ['İSTANBUL', 'istanbul'],
    ['Işık ve Çöp', 'işık-ve-çöp'],
    ['Große Straße, GROẞ', 'große-straße-groß'],
    ['น้ำใจคนไทย', 'น้ำใจคนไทย'],
    ['Հայ և Քրիստոս', 'հայ-և-քրիստոս'],
    ['क़िस्सा और कहानी', 'क़िस्सा और कहानी'.normalize('NFC').replaceAll(' ', '-')],
    ['مُحَمَّدٌ آل', 'مُحَمَّدٌ-آل'.normalize('NFC')],
    ['שָׁלוֹם עולם', 'שָׁלוֹם-עולם'.normalize('NFC')],
    ['ශ්\u200dරී', 'ශ්රී'],
    ['ﬁnance ﾊﾝｶｸ', 'finance-ハンカク'],
    ['z\u0301\u0302\u0303\u0304', 'ź'],
    ['می\u200cخواهم', 'می-خواهم'],
    ['شـابوص so\u00adft', 'شـابوص-soft'],
    ['1️⃣ a❤️b', '1-a-b'],
  ])('writes %s as %s, composed or not', (text, slug) => {
    expect(slugify(text, 'x')).toBe(slug);
    expect(slugify(text.normalize('NFD'), 'x')).toBe(slug);
    expect(slugify(slug, 'x')).toBe(slug);
  });

  it.each(['🎙️🎧', '👨‍👩‍👧', '\u3164\u115f', '\u200b\ufe0f', '\u0301'])(
    'uses the fallback for %j',
    (text) => {
      expect(slugify(text, 'show')).toBe('show');
    },
  );

  it('uses the fallback if there are no letters', () => {
    expect(slugify('!!!', 'episode')).toBe('episode');
  });

  it('is short, and ends with a whole letter', () => {
    expect(slugify('ab '.repeat(100), 'x')).toHaveLength(80);
    expect(slugify(`${'a'.repeat(79)}𐍈𐍈`, 'x')).toBe(`${'a'.repeat(79)}𐍈`);
  });
});
