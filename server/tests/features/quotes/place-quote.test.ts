import type { TranscriptCue } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import { placeQuote } from '../../../src/features/quotes/place-quote.ts';

const cue = (starts_at: number, text: string): TranscriptCue => ({
  starts_at,
  ends_at: starts_at + 3,
  speaker: null,
  text,
});
const words = {
  text: 'The bell was cast in one night.',
  before: 'They told me that',
  after: 'Nobody slept.',
};
const CUES = [
  cue(0, 'They told me that'),
  cue(3, 'The bell was cast in one night.'),
  cue(6, 'Nobody slept.'),
  cue(40, 'And so it hung there for a hundred years.'),
];
const known = { starts_at: 3, ends_at: 6 };
const lastText = words.text;
const elsewhere = { known: null, fingerprint: null, areTimesTrue: true, lastText };
const kept = { known, fingerprint: null, areTimesTrue: false, lastText };

describe('placeQuote, in the audio in which the words were marked', () => {
  const marked = { words, sound: null };

  it('keeps the place, and takes the corrected words', () => {
    const cues = CUES.map(({ text, ...rest }) => ({
      ...rest,
      text: text.replace('cast', 'cased'),
    }));
    expect(placeQuote(marked, { ...kept, cues })).toEqual({
      ...known,
      text: 'The bell was cased in one night.',
    });
  });

  it('keeps the place if the times of the transcript are shifted', () => {
    const cues = CUES.map((one) => cue(one.starts_at + 20, one.text));
    expect(placeQuote(marked, { ...kept, cues })).toMatchObject(known);
  });

  it('keeps the words of its last place if there is no transcript any more', () => {
    const placed = placeQuote(marked, { ...kept, cues: null, lastText: 'Corrected.' });
    expect(placed).toEqual({ ...known, text: 'Corrected.' });
    expect(placeQuote(marked, { ...kept, cues: null, lastText: null })).toBeNull();
  });

  it('is lost if the author has taken the words out of the transcript', () => {
    expect(placeQuote(marked, { ...kept, cues: CUES.slice(2) })).toBeNull();
  });

  const ALIKE = 'The bell was sold in one year, they say.';
  const again = [cue(60, 'And so I asked:'), cue(63, words.text), cue(66, 'Who rang it?')];

  it.each([
    ['a sentence that resembles them', [cue(60, ALIKE)]],
    ['the same sentence elsewhere', again],
  ])('is lost if the author has taken the words out, and left %s', (_, rest) => {
    const cues = [...CUES.filter(({ starts_at }) => starts_at !== 3), ...rest];
    expect(placeQuote(marked, { ...kept, areTimesTrue: true, cues })).toBeNull();
  });

  it('never takes a sentence that only resembles them from an older transcript', () => {
    expect(placeQuote(marked, { ...kept, cues: [cue(60, ALIKE), cue(63, 'Nothing.')] })).toBeNull();
  });

  it('takes the words of its own place, however much they were corrected', () => {
    const own = cue(3, 'The bells were cased one nite.');
    const cues = [...CUES.filter(({ starts_at }) => starts_at !== 3), own, ...again].sort(
      (a, b) => a.starts_at - b.starts_at,
    );
    expect(placeQuote(marked, { ...kept, areTimesTrue: true, cues })?.text).toBe(own.text);
  });
});

describe('placeQuote, by the words alone', () => {
  const marked = { words, sound: null };

  it('follows them to another time', () => {
    const cues = CUES.map((one) => cue(one.starts_at + 20, one.text));
    expect(placeQuote(marked, { ...elsewhere, cues })).toMatchObject({
      starts_at: 23,
      ends_at: 26,
    });
  });

  it('is lost if the transcript is older than the audio', () => {
    const recut = { ...elsewhere, areTimesTrue: false, cues: CUES };
    expect(placeQuote(marked, recut)).toBeNull();
  });

  it('is lost without a transcript', () => {
    expect(placeQuote(marked, { ...elsewhere, cues: null })).toBeNull();
  });

  it('is lost if only half of the words are left', () => {
    const cues = [cue(0, 'They told me that'), cue(3, 'The bell was'), cue(6, 'Nobody slept.')];
    expect(placeQuote(marked, { ...elsewhere, cues })).toBeNull();
  });

  it('chooses between equal passages by the words around them', () => {
    const cues = [cue(100, words.text), cue(103, 'Then it cracked.'), ...CUES];
    expect(placeQuote(marked, { ...elsewhere, cues })).toMatchObject({ starts_at: 3 });
  });

  it('is lost if equal passages have the same words around them', () => {
    const again = CUES.map((one) => cue(one.starts_at + 60, one.text));
    expect(placeQuote(marked, { ...elsewhere, cues: [...CUES, ...again] })).toBeNull();
  });

  it('is lost if few words stand in another sentence', () => {
    const few = { text: 'one night', before: 'cast in', after: 'Nobody slept' };
    const cues = [cue(0, 'It took more than one night of work.')];
    expect(placeQuote({ words: few, sound: null }, { ...elsewhere, cues })).toBeNull();
    expect(placeQuote({ words: few, sound: null }, { ...elsewhere, cues: CUES })).not.toBeNull();
  });
});
