import { beforeAll, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

it('answers a page that browsers keep, in the language of the listener', async () => {
  const headers = { 'accept-language': 'it-IT' };
  const answer = await test.app.inject({ url: '/continue', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('lang="it"');
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    vary: expect.stringContaining('Accept-Language'),
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(answer.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-/,
  );
  expect(answer.headers).not.toHaveProperty('set-cookie');
});
