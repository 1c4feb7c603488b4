import type { TranscriptCue } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import { findWords, lettersOf } from '../../../src/features/quotes/find-words.ts';

/** Cues of two seconds each. */
const cuesOf = (...texts: string[]): TranscriptCue[] =>
  texts.map((text, at) => ({ starts_at: at * 2, ends_at: at * 2 + 2, speaker: null, text }));

const SAID = [
  'Every room has a voice of its own.',
  'Clap your hands, and it answers.',
  'A bathroom sings; a cellar mutters.',
  'Every room has a voice of its own.',
  'We only have to learn to listen.',
];
const marked = {
  text: 'A bathroom sings; a cellar mutters.',
  before: 'Clap your hands, and it answers.',
  after: 'Every room has a voice of its own.',
};

describe('findWords', () => {
  it('finds the same words with the times of their cues', () => {
    const [best] = findWords(marked, cuesOf(...SAID));
    expect(best).toMatchObject({ starts_at: 4, ends_at: 6, likeness: 1, around: 1 });
    expect(best?.text).toBe(marked.text);
  });

  it('finds words until the last of them is said, also if a cue within another ends before', () => {
    const [, long, short] = cuesOf('', 'A bathroom sings;', 'a cellar mutters.');
    const cues = [{ ...long, ends_at: 9 }, short] as TranscriptCue[];
    expect(findWords(marked, cues)[0]).toMatchObject({ starts_at: 2, ends_at: 9 });
  });

  it('finds words whose spelling, punctuation and case were corrected, as they are now', () => {
    const cues = cuesOf('Clap your hands.', 'A BATH-ROOM sings – a celler mutters!', 'Every room.');
    const [best] = findWords(marked, cues);
    expect(best?.text).toBe('A BATH-ROOM sings – a celler mutters!');
    expect(best?.likeness).toBeGreaterThan(0.9);
  });

  it('finds words in joined cues, with times in proportion', () => {
    const [first = '', second = '', third = ''] = SAID;
    const cues = [
      { starts_at: 10, ends_at: 20, speaker: null, text: `${second} ${third} ${first}` },
    ];
    const [best] = findWords(marked, cues);
    expect(best?.text).toBe(marked.text);
    expect(best?.starts_at).toBeCloseTo(13.2, 0);
    expect(best?.ends_at).toBeCloseTo(16.6, 0);
  });

  it('finds words that are split into cues of one word', () => {
    const cues = cuesOf(...SAID.join(' ').split(' '));
    const [best] = findWords(marked, cues);
    expect(best?.text).toBe(marked.text);
    expect(best?.ends_at).toBe((best?.starts_at ?? 0) + 2 * 6);
  });

  it('prefers the passage with the same words around it', () => {
    const twice = { text: SAID[3] ?? '', before: SAID[2] ?? '', after: SAID[4] ?? '' };
    const [best, next] = findWords(twice, cuesOf(...SAID));
    expect(best?.starts_at).toBe(6);
    expect(next).toMatchObject({ starts_at: 0, likeness: 1 });
    expect(next?.around).toBeLessThan(0.5);
  });

  it('says how little another text has of the words', () => {
    const other = cuesOf('Snow takes away the high sounds first.', 'The a and the sings.');
    for (const { likeness } of findWords(marked, other)) expect(likeness).toBeLessThan(0.5);
  });

  it.each([
    ['', ['Some words.']],
    ['…!', ['Some words.']],
    ['Words', ['', '…']],
  ])('finds nothing if there are no letters: %j in %j', (text, cues) => {
    expect(findWords({ text, before: '', after: '' }, cuesOf(...cues))).toEqual([]);
  });

  it.each([
    ['これは音声の引用です', 'それから。これは音声の引用です。終わり'],
    ['هذا صوت الغرفة', 'قال: هذا صوتُ الغرفةِ.'],
    ['Straße überquert', 'Er hat die strasse Überquert.'],
  ])('reads other scripts: %s', (text, cue) => {
    const [best] = findWords({ text, before: '', after: '' }, cuesOf(cue));
    expect(best?.likeness).toBeGreaterThan(0.8);
  });
});

describe('lettersOf', () => {
  it('leaves out spaces, punctuation, accents and case', () => {
    expect(lettersOf('Sì – «Ça va», 42!')).toBe('sicava42');
  });
});
