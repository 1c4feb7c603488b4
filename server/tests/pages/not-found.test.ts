import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

let test: TestApp;
let app: TestApp['app'];
let statements = 0;

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  test = await openSite();
  app = await createApp({ ...test.deps, database: test.database.withPlugin(counting) });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

it('offers a search and popular shows at an unknown address, without a query for each', async () => {
  const visitor = new Visitor({ ...test, app });
  statements = 0;
  const page = await visitor.open('/nowhere');
  expect(page.status).toBe(404);
  expect(page.main.has('searchbox', 'Words to search for')).toBe(true);
  expect(page.main.part('region', 'Popular').has('link', /Field Notes on Sound/)).toBe(true);
  expect(statements).toBeGreaterThan(0);
  statements = 0;
  const again = await visitor.open('/wp-login.php');
  expect(again.main.has('link', /Field Notes on Sound/)).toBe(true);
  expect(statements).toBe(0);
});

it.each([
  '/search?q=%00',
  '/search?q=sound&type=shows&page=1000000',
  '/tag/sound?page=1000000',
  '/podcasts/arts?page=1000000',
])('is no fault of the server if the API refuses a value of %s', async (url) => {
  const page = await new Visitor({ ...test, app }).open(url);
  expect(page.status).toBe(400);
  expect(page.main.has('heading', 'Page not found')).toBe(true);
});

it('searches for the beginning of very long words', async () => {
  const page = await new Visitor({ ...test, app }).open(`/search?q=${'long+'.repeat(200)}`);
  expect(page.status).toBe(200);
  expect(page.main.has('searchbox', 'Words to search for')).toBe(true);
});

describe('an address with a broken percent-encoding', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

  it.each(['/tag/%', '/show/%E0%A4%A', '/%', '/a/b/c/d/%zz', '/tag/%?page=2', '/user/%C3%28'])(
    'answers a browser with a page in its language: %s',
    async (url) => {
      const chosen = { cookie: 'language=it', 'accept-language': 'en' };
      for (const headers of [{ 'accept-language': 'it' }, chosen]) {
        const { statusCode, headers: sent, body } = await get(url, headers);
        expect(statusCode).toBe(400);
        expect(sent).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        });
        expect(body).toContain('Pagina non trovata');
      }
    },
  );

  it('is never answered by the page of the encoded address', async () => {
    for (const url of ['/tag/%25', '/tag/%25', '/tag/%']) await get(url);
    expect((await get('/tag/%')).statusCode).toBe(400);
  });

  it.each([
    ['/api/v2/tags/%/episodes', 'text/html'],
    ['/media/%', 'text/html'],
    ['/tag/%', 'application/json'],
    ['/nothing/%', 'application/json'],
  ])('answers %s for %s with the envelope', async (url, accept) => {
    const { statusCode, headers, body } = await get(url, { accept });
    expect(statusCode).toBe(400);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(body).error).toMatchObject({
      reason: 'INVALID_REQUEST',
      messages: ['address: is not valid percent-encoding'],
    });
  });
});
