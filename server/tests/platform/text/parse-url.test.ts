import { expect, it } from 'vitest';
import { webAddress } from '../../../src/platform/text/web-address.ts';

it('an international host is an address also after thousands of others', () => {
  const addresses = Array.from({ length: 30_000 }, () => webAddress('https://bücher.example'));
  expect(new Set(addresses)).toEqual(new Set(['https://bücher.example']));
  expect(webAddress('https://[')).toBe(null);
});
