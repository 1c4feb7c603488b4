import { describe, expect, it } from 'vitest';
import { hashText } from '../../src/api/hash-text.ts';

describe('hashText', () => {
  it.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('gives the published FNV-1a value of %j', (text, hash) => {
    expect(hashText(text)).toBe(hash);
  });
});
