import { describe, expect, it } from 'vitest';
import { timeOfAddress } from '../../src/embed/time-range.ts';
import { passageOf, quoteOf, quoteUrl } from '../../src/transcript/quote.ts';

const CUES = [
  { starts_at: 0, ends_at: 1.25, speaker: null, text: 'One\nand' },
  { starts_at: 1.27, ends_at: 2.31, speaker: null, text: 'two.' },
];

describe('a quote', () => {
  it('has the words and the times of its cues, to a tenth of a second', () => {
    expect(quoteOf(CUES, passageOf(1, 0))).toEqual({ start: 0, end: 2.4, text: 'One and two.' });
    expect(quoteOf(CUES, passageOf(1, 1))).toEqual({ start: 1.2, end: 2.4, text: 'two.' });
    expect(quoteOf(CUES, passageOf(0, 7))).toBeNull();
  });

  it('ends with the last of its words, also if a cue within another ends before it', () => {
    const long = { starts_at: 0, ends_at: 10, speaker: 'Ada', text: 'A long sentence' };
    const short = { starts_at: 2, ends_at: 4, speaker: 'Bob', text: 'yes' };
    const quote = { start: 0, end: 10, text: 'A long sentence yes' };
    expect(quoteOf([long, short], passageOf(0, 1))).toEqual(quote);
  });

  it.each([
    [0, 2.4],
    [1.2, 2.4],
  ])('has an address that plays from %d to %d', (start, end) => {
    const url = new URL(quoteUrl('https://pod.test/user/a/b?key=k', { start, end }));
    expect(timeOfAddress(url)).toEqual({ start, end });
    expect(url.searchParams.get('key')).toBe('k');
  });
});
