import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoState } from '../src/feature.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

const demo: DemoState = { url: null, isComing: false };
let areSamplesLoading = false;
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({}, {}, { demo, areSamplesLoading: () => areSamplesLoading });
}, 60_000);
afterAll(() => test?.close());

const open = (url: string, language = 'en') =>
  test.app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } });

describe('/demo', () => {
  it('is not found on a host without a demo', async () => {
    expect((await open('/demo')).statusCode).toBe(404);
  });

  it('asks its visitors to wait while the demo is built, then leads to its pages', async () => {
    demo.isComing = true;
    const { statusCode, headers, body } = await open('/demo');
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(body).toContain('<meta http-equiv="refresh" content="2">');
    expect(body).toContain('The demo is being built.');
    demo.url = 'http://127.0.0.1:4001/';
    const { headers: there } = await open('/demo/design');
    expect(there.location).toBe('http://127.0.0.1:4001/design');
  });
});

describe('while the sample shows are loaded', () => {
  const PAGES = { '/': 200, '/player?episode_id=1': 200, '/search?q=rooms': 200, '/demo': 302 };

  it.each(Object.entries(PAGES))('%s says so, and then opens with %i', async (url, status) => {
    areSamplesLoading = true;
    const { statusCode, headers, body } = await open(url);
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(body).toContain('<meta http-equiv="refresh" content="2">');
    expect(body).toContain('The sample shows are being loaded.');
    areSamplesLoading = false;
    expect((await open(url)).statusCode).toBe(status);
  });

  it('they are awaited in the language of the reader', async () => {
    areSamplesLoading = true;
    expect((await open('/', 'it')).body).toContain('<html lang="it" dir="ltr">');
    expect((await open('/', 'ar')).body).toContain('<html lang="ar" dir="rtl">');
  });

  it('the host is ready, and its API answers with what is there', async () => {
    areSamplesLoading = true;
    for (const url of ['/healthz', '/readyz', '/api/v2/shows']) {
      expect((await test.app.inject({ url })).statusCode).toBe(200);
    }
  });
});
