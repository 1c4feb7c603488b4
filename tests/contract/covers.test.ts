import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverLetters, generatedCoverPath } from '../../src/contract/covers.ts';
import { imageUrl, jpegUrl } from '../../src/contract/images.ts';

describe('coverLetters', () => {
  it.each([
    ['Field Notes on Sound', 'FN'],
    ['the daily', 'TD'],
    ['News', 'N'],
    ['École buissonnière', 'ÉB'],
    ['Планета денег', 'ПД'],
    ['日本語のポッドキャスト', '日'],
    ['مدونة صوتية', 'م'],
    ['हिन्दी समाचार', 'हि'],
    ['🎙️ Radio Hour', 'RH'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['412', '4'],
    ['ʻŌlelo', 'Ō'],
    ['ßeta ßeta', 'SS'],
    ['a\u{1e08f}', 'A\u{1e08f}'],
    ['... 🎙️', '🎙️'],
    ['.', ''],
    ['..', ''],
    ['', ''],
    ['  ', ''],
  ])('of %j are %j', (title, letters) => {
    expect(coverLetters(title)).toBe(letters);
  });
});

describe('generatedCoverPath', () => {
  it('is the same for the same show', () => {
    const show = { show_id: 7, title: 'Field Notes on Sound' };
    expect(generatedCoverPath(show)).toBe('/covers/6988239/FN/320.svg');
    expect(generatedCoverPath({ ...show })).toBe(generatedCoverPath(show));
  });

  it('differs for shows of the same title', () => {
    const [one, other] = [1, 2].map((show_id) => generatedCoverPath({ show_id, title: 'News' }));
    expect(one).not.toBe(other);
  });

  it('has the presets of other pictures', () => {
    const path = generatedCoverPath({ show_id: 1, title: 'News' });
    expect(imageUrl(path, 100)).toMatch(/\/N\/100\.svg$/);
    expect(jpegUrl(path, 720)).toMatch(/\/N\/720\.jpg$/);
  });

  it('is a path for any title', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ unit: 'grapheme' }), (show_id, title) => {
        expect(generatedCoverPath({ show_id, title })).toMatch(/^\/covers\/\d+\/[^/]+\/320\.svg$/);
      }),
    );
  });
});
