import { describe, expect, it } from 'vitest';
import { foldWord } from '../../../src/platform/text/fold-word.ts';
import { termsOf } from '../../../src/platform/text/terms.ts';

const wordsOf = (text: string) =>
  termsOf(text).flatMap(({ ways }) => ways.flatMap(({ words }) => words));
const texts = (text: string) => wordsOf(text).map((word) => word.text);

describe('foldWord', () => {
  it.each([
    ['Café', 'cafe'],
    ['ＣＡＦＥ', 'cafe'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Ελλάς', 'ελλασ'],
    ['ΕΛΛΆΣ', 'ελλασ'],
    ['Ёлка', 'елка'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['إذاعة', 'اذاعه'],
    ['الكتاب', 'كتاب'],
    ['والكتاب', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['ポッドキャスト', 'ぽっどきゃすと'],
    ['ﾎﾟｯﾄﾞ', 'ぽっど'],
    ['が', 'が'],
    ['팟캐스트', '팟캐스트'],
    ['٢٠٢٦', '2026'],
    ['①', '1'],
    ['’', ''],
  ])('makes %s to %s', (word, folded) => {
    expect(foldWord(word)).toBe(folded);
    expect(foldWord(foldWord(word))).toBe(folded);
  });
});

describe('the words of termsOf', () => {
  it('splits at everything that is no letter and no digit', () => {
    expect(texts('Hello, World! (2026) | a & b: c*')).toEqual([
      'hello',
      'world',
      '2026',
      'a',
      'b',
      'c',
    ]);
  });

  it('adds the joined form of a compound', () => {
    expect(texts("Stand-Up: don't")).toEqual(['stand', 'up', 'standup', 'don', 't', 'dont']);
  });

  it.each([
    ['東京都知事の番組', ['東京', '番組', '東', '京']],
    ['พอดแคสต์ภาษาไทย', ['พอด', 'ภาษา', 'ไทย', 'ภ', 'า', 'ษ']],
    ['Tokyoの歴史', ['tokyo', '歴史']],
  ])('finds the words of %s', (text, words) => {
    expect(texts(text)).toEqual(expect.arrayContaining(words));
  });

  it('says where each word is in the text, in UTF-16 code units', () => {
    for (const text of ['🎧 Café-bar, 東京 ＡＢＣ', 'a\u0301b Straße']) {
      for (const { text: word, start, end } of wordsOf(text)) {
        expect(foldWord(text.slice(start, end))).toBe(word);
      }
    }
  });

  it.each([
    ['½', ['1', '2']],
    ['2½-hour show', ['2', '1', '2', 'hour', 'show']],
    ['10⅞', ['10', '7', '8']],
    ['⅟3', ['1', '3']],
    ['m²', ['m2']],
  ])('keeps the numbers of a fraction apart: %s', (text, words) => {
    expect(texts(text)).toEqual(words);
  });

  it('says that the words of a fraction are where it is', () => {
    expect(wordsOf('a ½')).toEqual([
      { text: 'a', start: 0, end: 1 },
      { text: '1', start: 2, end: 3 },
      { text: '2', start: 2, end: 3 },
    ]);
  });

  it.each(['', ' ', '&|!():*<->\'"\\', '\0\0', '\ud800', '́', '\u200d', '-'.repeat(99)])(
    'finds no word in %j',
    (text) => {
      expect(texts(text)).toEqual([]);
    },
  );

  it('finds pictographs', () => {
    expect(texts('🎧🎙️')).toEqual(['🎧', '🎙']);
  });

  it('reads text around a lone surrogate', () => {
    expect(texts('ab\ud800cd\udc00')).toEqual(['ab', 'cd']);
  });

  it('cuts a word without an end', () => {
    expect(texts('a'.repeat(10_000))).toEqual(['a'.repeat(64)]);
    expect(texts('𐐨'.repeat(10_000))).toEqual(['𐐨'.repeat(64)]);
  });

  it('takes linear time for chains of joiners', () => {
    expect(texts("a'".repeat(50_000))).toHaveLength(50_000);
  });
});

describe('termsOf', () => {
  it('gives each place its ways', () => {
    const ways = termsOf('rock-pop 東京').map((term) =>
      term.ways.map((way) => way.words.map((word) => word.text)),
    );
    expect(ways).toEqual([
      [['rock', 'pop'], ['rockpop']],
      [['東京'], ['東', '京']],
    ]);
  });
});
