import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

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

  it('allows scripts from the built files alone', async () => {
    const { headers } = await test.app.inject({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('script-src http://site.test/assets/;');
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('nonce');
    expect(policy).not.toMatch(/script-src [^;]*unsafe/);
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
