import { expect, it } from 'vitest';
import { ownCover } from '../../src/embed/own-cover.ts';

it.each([
  ['https://localhost:4000/a.jpg', 'http://localhost:4000/show/b', 'http://localhost:4000/a.jpg'],
  ['https://site.test/a.jpg', 'https://site.test/show/b', 'https://site.test/a.jpg'],
  ['https://images.test/a.jpg', 'http://site.test/show/b', 'https://images.test/a.jpg'],
  ['https://site.test:8443/a.jpg', 'http://site.test/show/b', 'https://site.test:8443/a.jpg'],
])('ownCover of %s on %s is %s', (cover, site_url, address) => {
  expect(ownCover(cover, site_url)).toBe(address);
});
