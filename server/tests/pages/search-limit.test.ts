import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../src/platform/limits/limit-table.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';

const { points, lease } = LIMITS.search.address;

let test: TestApp;
beforeAll(async () => {
  test = await openSite({ RATE_LIMITS: 'on' });
});
afterAll(() => test?.close());

const from = (remoteAddress: string, url: string, accept = 'text/html') =>
  test.app.inject({ url, remoteAddress, headers: { accept, 'accept-language': 'it' } });

it('limits the searches of an address, by the API and on the page, but no other page', async () => {
  const address = '203.0.113.7';
  const statuses = new Set<number>();
  for (let count = 0; count < 3; count++) await from(address, '/api/v2/search?q=popular');
  for (let count = 0; count < points + lease; count++) {
    const { statusCode } = await from(address, `/api/v2/search?q=word${count}`);
    statuses.add(statusCode);
    if (statusCode === 429) break;
  }
  expect([...statuses][0]).toBe(200);

  const api = await from(address, '/api/v2/search?q=further');
  expect(api.statusCode).toBe(429);
  expect(api.json().error.reason).toBe('RATE_LIMITED');
  const page = await from(address, '/search?q=further');
  expect(page.statusCode).toBe(429);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('Un momento, per favore');
  const inPlace = await from(address, '/ajax?url=/search%3Fq=further', 'application/json');
  expect(inPlace.statusCode).toBe(429);
  for (const { headers } of [api, page, inPlace]) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
  }

  expect((await from(address, '/search')).statusCode).toBe(200);
  expect((await from(address, '/')).statusCode).toBe(200);
  // The refused page is not the answer for others.
  expect((await from('198.51.100.1', '/search?q=further')).statusCode).toBe(200);
  // A repeated search costs nothing.
  expect((await from(address, '/api/v2/search?q=popular')).statusCode).toBe(200);
});
