import { describe, expect, it } from 'vitest';
import { formAddress, inPageAddress } from '../../src/navigation/navigable.ts';

const isPage = (path: string) => path.startsWith('/show/');
const here = new URL('https://site.test/show/a?page=1');
const click = (over: object) => ({
  button: 0,
  hasModifier: false,
  defaultPrevented: false,
  href: 'https://site.test/show/b?x=1',
  target: '',
  isDownload: false,
  ...over,
});

describe('inPageAddress', () => {
  it('is the path and query of a page of the site', () => {
    expect(inPageAddress(click({}), here, isPage)).toBe('/show/b?x=1');
  });

  it('keeps the fragment', () => {
    const href = 'https://site.test/show/b?x=1#t=60,90';
    expect(inPageAddress(click({ href }), here, isPage)).toBe('/show/b?x=1#t=60,90');
  });

  it.each([
    ['another origin', { href: 'https://else.test/' }],
    ['a new tab', { target: '_blank' }],
    ['a modified click', { hasModifier: true }],
    ['the middle button', { button: 1 }],
    ['a download', { isDownload: true }],
    ['a handled click', { defaultPrevented: true }],
    ['a file', { href: 'https://site.test/media/audio/x.mp3' }],
    ['the player', { href: 'https://site.test/player?episode_id=1' }],
    ['a place on the same page', { href: 'https://site.test/show/a?page=1#notes' }],
    ['mail', { href: 'mailto:a@b.test' }],
  ])('leaves %s to the browser', (_, over) => {
    expect(inPageAddress(click(over), here, isPage)).toBeNull();
  });
});

describe('formAddress', () => {
  const current = new URL('https://site.test/show/a?sort=oldest');
  const isPage = (path: string) => path.startsWith('/show/');
  const addressOf = (action: string, ...fields: [string, string][]) =>
    formAddress(action, fields, current, isPage);

  it('is the path with the filled fields', () => {
    const fields: [string, string][] = [
      ['q', 'two words'],
      ['season', ''],
      ['sort', 'newest'],
    ];
    expect(addressOf('https://site.test/show/a', ...fields)).toBe(
      '/show/a?q=two+words&sort=newest',
    );
    expect(addressOf('/show/b', ['q', ''])).toBe('/show/b');
  });

  it('is null for forms of other places', () => {
    expect(addressOf('https://other.test/show/a', ['q', 'x'])).toBeNull();
    expect(addressOf('/upload', ['q', 'x'])).toBeNull();
  });
});
