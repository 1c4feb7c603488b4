import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createKnownRequests } from '../../../src/platform/cache/known-requests.ts';

const request = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({ raw: { url, headers, method } }) as FastifyRequest;

describe('createKnownRequests', () => {
  it('tells the key of a request that was remembered', () => {
    const known = createKnownRequests();
    known.remember(request('/a?b=1'), 'a 1');
    expect(known.keyOf(request('/a?b=1'))).toBe('a 1');
    expect(known.keyOf(request('/a?b=2'))).toBeUndefined();
  });

  it.each([
    ['a cookie', request('/a', { cookie: 'a=1' })],
    ['a token', request('/a', { authorization: 'Bearer x' })],
    ['another method', request('/a', {}, 'HEAD')],
  ])('knows no request with %s', (_, other) => {
    const known = createKnownRequests();
    known.remember(other, 'theirs');
    expect(known.keyOf(request('/a'))).toBeUndefined();
    known.remember(request('/a'), 'ours');
    expect(known.keyOf(other)).toBeUndefined();
  });

  it('tells languages apart', () => {
    const known = createKnownRequests();
    known.remember(request('/a', { 'accept-language': 'it' }), 'a it');
    expect(known.keyOf(request('/a', { 'accept-language': 'en' }))).toBeUndefined();
    expect(known.keyOf(request('/a', { 'accept-language': 'it' }))).toBe('a it');
  });

  it('keeps a bounded number of short addresses', () => {
    const known = createKnownRequests();
    const addresses = Array.from({ length: 20_000 }, (_, at) => `/a?c=${at}`);
    for (const url of addresses) known.remember(request(url), 'a');
    const kept = addresses.filter((url) => known.keyOf(request(url)));
    expect(kept.length).toBeLessThanOrEqual(10_000);
    expect(known.keyOf(request(addresses.at(-1) ?? ''))).toBe('a');
    const long = request(`/a?c=${'x'.repeat(1_000)}`);
    known.remember(long, 'a');
    expect(known.keyOf(long)).toBeUndefined();
  });
});
