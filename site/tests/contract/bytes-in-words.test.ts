import { describe, expect, it } from 'vitest';
import { bytesInWords } from '../../contract/bytes-in-words.ts';

describe('bytesInWords', () => {
  it.each([
    [0, '0 MB'],
    [500_000, '0.5 MB'],
    [999e6, '999 MB'],
    [2_000e6, '2 GB'],
    [20_500e6, '20.5 GB'],
    [3_000_000e6, '3 TB'],
    [4_000_000_000e6, '4,000 TB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(bytesInWords(bytes, 'en-GB')).toBe(words);
  });
});
