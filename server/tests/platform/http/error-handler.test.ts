import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from 'earshot';
import { API_ROUTES, buildPath } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { getRaw } from '../../helpers/raw-request.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });

describe('handleError', () => {
  it.each([
    '//',
    '///show/1',
    '/api/episode/Infinity',
    '/api/episode/-Infinity',
    '/api/v2/episodes/1e400',
    '/api/show/1e400',
    '/api/show/NaN/episodes',
    '/api/v2/shows/Infinity/episodes?limit=Infinity',
    '/api/v2/shows/1/episodes?cursor=Infinity',
    '/share/twitter/show/Infinity',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2fpackage.json',
    '/assets/a%00b',
    '/assets/.env',
    '/ajax?url=/%2f%2f',
    '/show/%00',
    '/user/%00/x',
    '/media/images/..%2f..%2fetc/320.webp',
  ])('answers %s with a 4xx status', async (url) => {
    for (const accept of ['*/*', 'text/html']) {
      const { status } = await getRaw(test.app, url, { accept });
      expect(status).toBeLessThan(500);
    }
  });

  it('never lets a cache keep an error', async () => {
    for (const url of ['/api/v2/episodes/999999', '/nope', '/player?episode_id=999999']) {
      const { headers } = await get(url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    }
  });
});

it.each([
  ['a feature that is not set up', `/api${buildPath(API_ROUTES, 'subscription', {})}`],
  ['a format of oEmbed that does not exist', '/oembed?format=yaml&url=http://site.test/'],
])('logs no error if somebody asks for %s', async (_, url) => {
  let log = '';
  const logTo = {
    write(line: string) {
      log += line;
    },
  };
  const config = { ...test.deps.config, logLevel: 'error', logTo };
  const app = await createApp({ ...test.deps, config });
  const { headers } = await test.signIn();
  const { statusCode } = await app.inject({ url, headers });
  await app.close();
  expect([statusCode, log]).toEqual([501, '']);
});

it.each(['UNAVAILABLE', 'NETWORK'] as const)(
  'says 503 if a page finds our own API without an answer: %s',
  async (reason) => {
    const loadSitePage = () => Promise.reject(new ApiError(reason, 503, ['']));
    const renderers = { ...test.deps.renderers, loadSitePage };
    const app = await createApp({ ...test.deps, renderers });
    const page = await app.inject({ url: '/podcasts' });
    const load = await app.inject({ url: '/ajax?url=/podcasts' });
    await app.close();
    expect([page.statusCode, page.body]).toEqual([503, 'site:error 503']);
    expect([load.statusCode, load.json().error.reason]).toEqual([503, 'UNAVAILABLE']);
  },
);

describe('a file that can not be read', () => {
  let url = '';
  beforeAll(async () => {
    const { episode } = (await get('/api/v2/episodes/1')).json().response;
    url = episode.http_url.replace('http://site.test', '');
    // A folder in its place opens, but the first read fails, after the headers were chosen.
    const [sha256 = ''] = /[0-9a-f]{64}/.exec(url) ?? [];
    const path = join(test.publicFolder, 'media', sha256.slice(0, 2), sha256);
    await rm(path);
    await mkdir(path);
  });

  it.each([[{}], [{ range: 'bytes=0-1' }], [{ range: 'bytes=0-1,3-4' }]])(
    'gives an error that no cache keeps, with headers %o',
    async (headers) => {
      const answer = await get(url, headers as Record<string, string>);
      expect(answer.statusCode).toBe(500);
      expect(answer.json().error.reason).toBe('SERVER_ERROR');
      expect(answer.headers['cache-control']).toBe('no-store');
      for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-range']) {
        expect(answer.headers[name]).toBeUndefined();
      }
    },
  );
});
