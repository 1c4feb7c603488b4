import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/parts/plain-text.ts';

describe('plainText', () => {
  it.each([
    ['<p>One &amp; <b>two</b></p><p>three</p>', 'One & two three'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['<p>one two three four five</p>', 'one two three four…'],
    ['\u{1f514}'.repeat(30), `${'\u{1f514}'.repeat(19)}…`],
  ])('%s', (html, text) => {
    expect(plainText(html, 20)).toBe(text);
  });
});
