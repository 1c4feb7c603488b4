import { describe, expect, it } from 'vitest';
import { slugify } from '../../../src/platform/text/slug.ts';

describe('slugify', () => {
  it('keeps letters of every script', () => {
    expect(slugify('Épisode 12: Ελλάδα!', 'x')).toBe('episode-12-ελλαδα');
  });

  it('keeps the marks that are part of a letter', () => {
    expect(slugify('ポッドキャスト', 'x')).toBe('ポッドキャスト');
    expect(slugify('हिन्दी', 'x')).toBe('हिन्दी');
  });

  it('uses the fallback if there are no letters', () => {
    expect(slugify('!!!', 'episode')).toBe('episode');
  });

  it('is short, and ends with a whole letter', () => {
    expect(slugify('ab '.repeat(100), 'x')).toHaveLength(80);
    expect(slugify(`${'a'.repeat(79)}𐍈𐍈`, 'x')).toBe(`${'a'.repeat(79)}𐍈`);
  });
});
