import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import { openTestApp, type SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

describe('siteRoutes', () => {
  it('shows a page in words while the database is unreachable', async () => {
    const other = await openTestApp();
    await other.dropDatabase();
    for (const url of ['/', '/show/field-notes-on-sound']) {
      const { statusCode, headers, body } = await other.app.inject({ url });
      expect([statusCode, body]).toEqual([503, 'site:error 503']);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("object-src 'none'"),
      });
    }
    const { error } = (await other.app.inject({ url: '/ajax?url=/' })).json();
    expect(error.reason).toBe('UNAVAILABLE');
    await other.close();
  });

  it('shows a page in words for an unknown address', async () => {
    const { statusCode, body, headers } = await test.app.inject({
      url: '/nope',
      headers: { accept: 'text/html,*/*' },
    });
    expect([statusCode, body]).toEqual([404, 'site:error 404']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('knows a member at an unknown address', async () => {
    const { cookies, permalink } = await test.signIn();
    const headers = { ...cookies, accept: 'text/html,*/*' };
    const { body } = await test.app.inject({ url: '/nope', headers });
    expect(body).toBe(`site:error 404 for ${permalink}`);
  });

  it.each([
    ['/share/facebook/url', 400],
    ['/share/twitter/url?url=https://elsewhere.example/', 400],
    ['/share/twitter/episode/999999', 404],
    ['/share/twitter/show/x', 400],
    ['/lang/xx', 404],
    ['/ajax?url=//elsewhere.example', 400],
  ])('shows people a page and programs the envelope for %s', async (url, status) => {
    const page = await test.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.statusCode, page.body]).toEqual([status, `site:error ${status}`]);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const program = await test.app.inject({ url });
    expect([program.statusCode, program.json().error.code]).toEqual([status, status]);
  });

  it('has a manifest with icons, also one that launchers may cut', async () => {
    const { headers, body } = await test.app.inject({ url: '/manifest.webmanifest' });
    expect(headers['content-type']).toContain('application/manifest+json');
    const { name, icons } = JSON.parse(body) as { name: string; icons: Record<string, string>[] };
    expect(name).not.toBe('');
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
  });

  it('gives browsers the service worker in their language, and lets them ask again each time', async () => {
    const { headers, body } = await test.app.inject({ url: '/sw.js?c=it' });
    expect(headers['content-type']).toContain('text/javascript');
    expect(headers['cache-control']).toContain('no-cache');
    expect(body).toBe(
      'worker:it:/api/ /media/ /player /widgets.js /widgets.json /continue /embed/try /assets/',
    );
    const unchanged = { 'if-none-match': String(headers.etag) };
    const again = await test.app.inject({ url: '/sw.js?c=it', headers: unchanged });
    expect(again.statusCode).toBe(304);
    const page = await test.app.inject({ url: '/' });
    expect(page.headers['content-security-policy']).toContain("worker-src 'self' blob:");
  });

  it('allows scripts from the built files alone, and one inline script by its hash', async () => {
    const { headers } = await test.app.inject({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'sha256-[^ ]+' http:\/\/site.test\/assets\/;/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('nonce');
    expect(policy).not.toMatch(/script-src [^;]*unsafe/);
    expect(policy).toContain('style-src-elem http://site.test/assets/;');
    expect(headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('requires https everywhere if the site has it', async () => {
    const other = await openTestApp({ SITE_URL: 'https://site.test' });
    const { headers } = await other.app.inject({ url: '/' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toMatch(/media-src [^;]*https:/);
    expect(headers['content-security-policy']).not.toContain('http:');
    await other.close();
  });
});
