import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../src/features/search/highlight.ts';
import { readQuery } from '../../../src/features/search/query.ts';

function excerptOf(q: string, text: string) {
  const query = readQuery(q);
  if (!query) throw new Error(`There is no word in "${q}".`);
  return excerpt(query, text);
}

const matched = (found: ReturnType<typeof excerptOf>) =>
  found?.ranges.map(([start, end]) => found.text.slice(start, end));

describe('excerpt', () => {
  it.each([0, 50, 100, 130, 150, 200, 300, 3_000])('finds a word after %i others', (count) => {
    const others = 'word '.repeat(count);
    const found = excerptOf('listen', `${others}listen more, listener. ${'end '.repeat(400)}`);
    expect(matched(found)).toEqual(['listen', 'listen']);
    expect(found?.text).toContain('listen more, listener. end');
  });

  it.each([0, 90, 150, 300])('finds a Japanese word after %i others', (count) => {
    const found = excerptOf('東京', `${'音楽の番組、'.repeat(count)}東京の番組${'。'.repeat(900)}`);
    expect(matched(found)).toEqual(['東京']);
  });

  it.each([
    ['東京', '音楽の番組、', '東京の番組'],
    ['กาแฟ', 'รายการเพลง', 'กาแฟและเพลง'],
    ['東京', '\u{20bb7}\u{1f514}', '東京の番組'],
  ])('shows what is around %s in a text without spaces', (q, others, around) => {
    const found = excerptOf(q, others.repeat(90) + around + others.repeat(90));
    expect(matched(found)).toEqual([q]);
    expect(found?.text).toContain(others + around + others);
    expect(found?.text.length).toBeLessThan(260);
    expect(found?.text).not.toMatch(/\p{Surrogate}/u);
  });

  it('finds words that are far from each other', () => {
    const found = excerptOf('first-second', `second ${'word '.repeat(300)} first`);
    expect(matched(found)).toEqual(['second']);
  });

  it('is null for a text without the word', () => {
    expect(excerptOf('listen', 'word '.repeat(1_000))).toBeNull();
  });
});
