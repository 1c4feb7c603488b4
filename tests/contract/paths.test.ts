import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  API_ROUTES,
  buildPath,
  MEDIA_ROUTES,
  matchPath,
  PAGE_ROUTES,
  ROUTES,
  SITE_ROUTES,
} from '../../src/contract/paths.ts';

describe('buildPath', () => {
  it('fills the placeholders and encodes the values', () => {
    const params = { user_permalink: 'mara', episode_permalink: 'a/b c' };
    expect(buildPath(SITE_ROUTES, 'episode', params)).toBe('/user/mara/a%2Fb%20c');
  });

  it.each([
    ['a name that is not in the table', 'nowhere', {}],
    ['a name that every object inherits', 'toString', {}],
    ['a placeholder without a value', 'show', {}],
  ])('refuses %s', (_, name, params) => {
    expect(() => buildPath<Record<string, string>>(API_ROUTES, name, params)).toThrow(
      'Unknown route',
    );
  });
});

describe('matchPath', () => {
  it('names the route and gives its parameters decoded', () => {
    expect(matchPath(PAGE_ROUTES, '/user/mara/a%2Fb%20c')).toEqual({
      name: 'episode',
      params: { user_permalink: 'mara', episode_permalink: 'a/b c' },
    });
  });

  it('finds two parameters in one segment', () => {
    expect(matchPath(MEDIA_ROUTES, '/images/ab12/320.webp')).toEqual({
      name: 'image',
      params: { sha256: 'ab12', size: '320', extension: 'webp' },
    });
  });

  it('allows one slash at the end', () => {
    expect(matchPath(PAGE_ROUTES, '/show/on-air/')?.name).toBe('show');
    expect(matchPath(PAGE_ROUTES, '/show/on-air//')).toBeNull();
  });

  it('prefers the route with fewer placeholders', () => {
    const routes = { any: '/show/{permalink}', one: '/show/new' } as const;
    expect(matchPath(routes, '/show/new')?.name).toBe('one');
  });

  it.each(['/show/%', '/show/%E0%A4%A', '/show/', '/show', '//', '', '/show/a/b', '/shows/a'])(
    'finds no page at %j',
    (path) => {
      expect(matchPath(PAGE_ROUTES, path)).toBeNull();
    },
  );

  it('takes the dots of a pattern as dots', () => {
    expect(matchPath(ROUTES.widget, '/widgets-js')).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        for (const routes of Object.values(ROUTES)) matchPath(routes, path);
      }),
    );
  });

  it.each(
    Object.entries(ROUTES).flatMap(([part, routes]) =>
      Object.keys(routes).map((name) => [part, name] as const),
    ),
  )('finds %s %s again, whatever its values are', (part, name) => {
    const routes: Record<string, string> = ROUTES[part as keyof typeof ROUTES];
    const keys = [...(routes[name] ?? '').matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
    // Dots separate two parameters of one segment, so the values have none.
    const value = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[./]/.test(text));
    const params = fc.record(Object.fromEntries(keys.map((key) => [key, value])));
    fc.assert(
      fc.property(params, (values) => {
        expect(matchPath(routes, buildPath(routes, name, values))).toEqual({
          name,
          params: values,
        });
      }),
    );
  });
});
