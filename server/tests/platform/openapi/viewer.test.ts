import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({ PRODUCT_NAME: 'Pod & <Co>' });
});
afterAll(() => test?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });

/** Every address that a text loads something from. */
const addressesIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);

describe('the page of the API', () => {
  it('loads only files of this host, and all of them are there', async () => {
    const { statusCode, headers, body } = await get('/api/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const addresses = addressesIn(body).filter((address) => !address.startsWith('data:'));
    expect(addresses).toHaveLength(3);
    for (const address of addresses) {
      const file = await get(address.replace('http://site.test', ''));
      expect([address, file.statusCode]).toEqual([address, 200]);
      expect(file.headers['content-type']).toMatch(
        /^(text\/css|text\/javascript|application\/javascript); charset=utf-8$/,
      );
    }
  });

  it('names the document and no validator', async () => {
    const { body } = await get('/api/docs/start.js');
    expect(body).toContain('"url":"http://site.test/api/openapi.json"');
    expect(body).toContain('"validatorUrl":null');
  });

  it('allows exactly its own files, and no frame around it', async () => {
    const { headers } = await get('/api/docs');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src http://site.test/api/docs/; " +
        "style-src http://site.test/api/docs/ 'unsafe-inline'; img-src data:; " +
        "connect-src http://site.test; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('shows the name of the product as a text', async () => {
    expect((await get('/api/docs')).body).toContain('<title>Pod &#38; &#60;Co&#62; API</title>');
  });

  it.each(['index.html', 'package.json', '..%2fpackage.json', 'csp.json', 'constructor'])(
    'serves no other file: %s',
    async (file) => {
      expect((await get(`/api/docs/${file}`)).statusCode).toBe(404);
    },
  );

  it('works on a host of the API alone', async () => {
    const other = await openTestApp({ API_URL: 'https://api.site.test' });
    const at = (url: string) => other.app.inject({ url, headers: { host: 'api.site.test' } });
    const { body, headers } = await at('/docs');
    expect(addressesIn(body)).toContain('https://api.site.test/docs/swagger-ui.css');
    expect(headers['content-security-policy']).toContain('connect-src https://api.site.test;');
    expect((await at('/docs/swagger-ui-bundle.js')).statusCode).toBe(200);
    expect((await at('/openapi.json')).json().servers).toEqual([{ url: 'https://api.site.test' }]);
    await other.close();
  });
});
