import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
}, 60_000);

const get = (url: string) => test.app.inject({ url });
const encoded = (url: string) => new URLSearchParams({ url }).toString();

describe('shareRoutes', () => {
  it('redirects to Facebook with a page of this site', async () => {
    const answer = await get(`/share/facebook/url?${encoded('http://site.test/show/a?b=c&d')}`);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(
      'https://www.facebook.com/sharer/sharer.php?u=http%3A%2F%2Fsite.test%2Fshow%2Fa%3Fb%3Dc%26d',
    );
  });

  it('redirects to Twitter with a page of this site and a text', async () => {
    const answer = await get(
      `/share/twitter/url?${encoded('http://site.test/')}&text=Hear+%26+see`,
    );
    expect(answer.headers.location).toBe(
      'https://twitter.com/intent/tweet?url=http%3A%2F%2Fsite.test%2F&text=Hear+%26+see',
    );
  });

  it.each(['episode', 'show'])(
    'redirects to Twitter with the page and title of a %s',
    async (kind) => {
      const entity = (await get(`/api/v2/${kind}s/1`)).json().response[kind];
      const answer = await get(`/share/twitter/${kind}/1`);
      expect(answer.statusCode).toBe(302);
      const { origin, pathname, searchParams } = new URL(String(answer.headers.location));
      expect(origin + pathname).toBe('https://twitter.com/intent/tweet');
      expect(Object.fromEntries(searchParams)).toEqual({
        url: entity.site_url,
        text: entity.title,
      });
    },
  );

  it.each([
    '/share/facebook/url',
    '/share/twitter/url',
    '/share/facebook/url?url=',
    `/share/facebook/url?${encoded('https://elsewhere.test/')}`,
    `/share/facebook/url?${encoded('http://site.test.elsewhere.test/')}`,
    `/share/facebook/url?${encoded('http://site.test@elsewhere.test/')}`,
    `/share/facebook/url?${encoded('javascript:alert(1)')}`,
    `/share/facebook/url?${encoded('blob:http://site.test/1')}`,
    `/share/facebook/url?${encoded('http://user:secret@site.test/')}`,
    `/share/facebook/url?${encoded('https://site.test/')}`,
    `/share/facebook/url?${encoded('http://site.test:8080/')}`,
    `/share/facebook/url?${encoded('http://elsewhere.test\\@site.test/')}`,
    `/share/facebook/url?${encoded('http://site.test\t.elsewhere.test/')}`,
    `/share/twitter/url?${encoded('//site.test/')}`,
    `/share/twitter/url?${encoded('http://site.test/')}&${encoded('https://elsewhere.test/')}`,
    '/share/twitter/episode/none',
    '/share/twitter/show/99999999999',
  ])('refuses %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });

  it.each(['/share/twitter/episode/999', '/share/twitter/show/999'])(
    'does not find %s',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );
});
