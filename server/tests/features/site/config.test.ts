import type { SiteConfig } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp(
    { METRICS: 'on' },
    { fillDocument: (_html, config) => JSON.stringify(config) },
  );
});
afterAll(() => test?.close());

const configOf = async (headers = {}) =>
  (await test.app.inject({ url: '/', headers })).json<SiteConfig>();

describe('the configuration of a page', () => {
  it('names every value that scripts rely on', async () => {
    expect(await configOf()).toEqual({
      API_URL: expect.stringMatching(/\/api$/),
      SITE_URL: expect.any(String),
      WIDGET_URL: expect.any(String),
      AUTH_URL: expect.any(String),
      DOMAIN: expect.any(String),
      PRODUCT_NAME: 'Earshot',
      DESCRIPTION: '',
      ADS_URL: null,
      LISTENING: null,
      CONSENT_REQUIRED: false,
      API_CULTURE: 'en',
      AJAX_VERSION: 'test',
      SIGNUP: 'open',
      SENDS_MAIL: false,
      USER: null,
      OAUTH_TOKEN: null,
      CONNECT: {
        facebook: { url: '', app_id: '' },
        twitter: { url: '' },
        google: { url: '' },
        apple: { url: '' },
      },
      PLAYER: { auth_token_v2: null, station_url: null, playlist_url: null },
      PUSH: {
        enabled: true,
        app_key: test.deps.pushApp.key,
        url: expect.stringMatching(/^http:\/\/[^/]+$/),
      },
      CARD_KEYS: { premium: '', store: '' },
      METRICS_URL: expect.stringMatching(/\/metrics\/jobs$/),
    });
  });

  it('names the member and the token of their session', async () => {
    const user = await test.signIn();
    const { USER, OAUTH_TOKEN } = await configOf(user.cookies);
    expect(USER?.user_id).toBe(user.userId);
    expect(OAUTH_TOKEN).toBe(user.token);
  });
});

describe('a report of a script', () => {
  const report = (fields: Record<string, string>, origin = test.deps.config.siteUrl) =>
    test.app.inject({
      method: 'POST',
      url: '/metrics/jobs',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams(fields)),
    });
  const METRIC = { job: 'GET /v2/episodes/{id}', outcome: 'error', duration_ms: '12.5' };

  it('is taken from our own pages alone, and only in its form', async () => {
    expect((await report({ ...METRIC, reason: '404' })).statusCode).toBe(204);
    expect((await report(METRIC, 'https://evil.test')).statusCode).toBe(403);
    expect((await report({ ...METRIC, outcome: 'fine' })).statusCode).toBe(400);
    expect((await report({ ...METRIC, duration_ms: 'soon' })).statusCode).toBe(400);
  });

  it('is not taken unless the host wants it', async () => {
    const off = await openTestApp();
    const payload = { ...METRIC, duration_ms: 12.5 };
    const answer = await off.app.inject({ method: 'POST', url: '/metrics/jobs', payload });
    await off.close();
    expect(answer.statusCode).toBe(404);
  });
});
