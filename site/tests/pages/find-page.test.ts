import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { pageNamed, pageRoutes } from '../../src/pages/find-page.ts';
import { isPage } from '../../src/pages/is-page.ts';

describe('pageRoutes', () => {
  it('has one page for each page route of the contract', () => {
    expect([...pageRoutes].sort()).toEqual(Object.values(ALL_PAGE_ROUTES).sort());
  });
});

describe('pageNamed', () => {
  it('is the page for unknown addresses if there is no page of that name', () => {
    expect(pageNamed('show').name).toBe('show');
    expect(pageNamed('elsewhere').name).toBe('not-found');
  });
});

describe('isPage', () => {
  it.each(['/', '/show/a', '/show/a/', '/user/a', '/user/a/b'])('knows %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each([
    '/api/v2/shows/1',
    '/media/audio/x.mp3',
    '/player',
    '/widgets.js',
    '/demo',
    '/ajax',
    '/x',
  ])('leaves %s to the server', (path) => {
    expect(isPage(path)).toBe(false);
  });
});
