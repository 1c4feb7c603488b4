import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const choose = (url: string, referer?: string) =>
  test.app.inject({ url, headers: referer === undefined ? {} : { referer } });

describe('the route of the language', () => {
  it.each(['/lang/it-IT', '/lang/it_IT', '/lang/IT', '/lang/it-Latn-CH'])(
    'finds the language of %s, as the API does',
    async (url) => {
      const { statusCode, headers } = await choose(url);
      expect([statusCode, headers['set-cookie']]).toEqual([
        303,
        expect.stringMatching(/^language=it;/),
      ]);
    },
  );

  it('remembers the language, and leads back to the page before', async () => {
    const { statusCode, headers } = await choose('/lang/it', 'http://site.test/show/a?q=1');
    expect([statusCode, headers.location]).toEqual([303, '/show/a?q=1']);
    expect(headers['set-cookie']).toMatch(/^language=it; .*Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('leads to an address of this site, and home from anywhere else', async () => {
    const to = async (...asked: Parameters<typeof choose>) =>
      (await choose(...asked)).headers.location;
    expect(await to('/lang/it?redirect=/user/a', 'http://site.test/')).toBe('/user/a');
    expect(await to('/lang/it?redirect=//evil.example')).toBe('/');
    expect(await to('/lang/it?redirect=/%09/evil.example')).toBe('/');
    expect(await to('/lang/it?redirect=javascript:alert(1)')).toBe('/');
    expect(await to('/lang/it', 'https://evil.example/')).toBe('/');
    expect(await to('/lang/it')).toBe('/');
  });

  it.each(['xx', 'xx-IT', '__proto__', 'it%3B%20Path%3D%2Fx'])(
    'knows no language %s',
    async (name) => {
      const { statusCode, headers } = await choose(`/lang/${name}`);
      expect(statusCode).toBe(404);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('a page', () => {
  const languageOf = async (headers: Record<string, string>) =>
    (await test.app.inject({ url: '/login/reset', headers })).body.match(/lang="(\w+)"/)?.[1];

  it('is in the chosen language, else in the one that the reader prefers', async () => {
    expect(await languageOf({ 'accept-language': 'en', cookie: 'language=it' })).toBe('it');
    expect(await languageOf({ 'accept-language': 'it', cookie: 'language=nonsense' })).toBe('en');
    expect(await languageOf({ 'accept-language': 'it' })).toBe('it');
  });
});
