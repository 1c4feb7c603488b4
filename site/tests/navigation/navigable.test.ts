import { describe, expect, it } from 'vitest';
import { inPageAddress } from '../../src/navigation/navigable.ts';

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
