import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { findClients, type ProxySettings } from '../../../src/platform/http/client-address.ts';
import { limitedAddress } from '../../../src/platform/limits/limited-address.ts';

const LOCAL: ProxySettings = { trustProxy: ['loopback'] };

/** Sends requests to one server. Returns the client of each, and the lines of the log. */
async function ask(
  requests: { headers: Record<string, string>; from?: string }[],
  settings = LOCAL,
) {
  const log: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
  });
  findClients(app, settings);
  app.get('/', async ({ clientAddress }) => clientAddress);
  const clients: string[] = [];
  for (const { headers, from = '127.0.0.1' } of requests) {
    clients.push((await app.inject({ url: '/', headers, remoteAddress: from })).body);
  }
  return { clients, log };
}

const clientOf = async (headers: Record<string, string>, from?: string, settings?: ProxySettings) =>
  (await ask([{ headers, ...(from ? { from } : {}) }], settings)).clients[0];

describe('the client of a request', () => {
  it.each([
    ['203.0.113.6', '203.0.113.6'],
    ['203.0.113.6:51234', '203.0.113.6'],
    [' 203.0.113.6:1 ', '203.0.113.6'],
    ['"203.0.113.6:51234"', '203.0.113.6'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6:51234', '2001:db8:1:2:3:4:5:6'],
    ['::ffff:203.0.113.6', '203.0.113.6'],
    ['::FFFF:cb00:7106', '203.0.113.6'],
    ['[::ffff:203.0.113.6]:51234', '203.0.113.6'],
    ['0:0:0:0:0:ffff:203.0.113.6', '203.0.113.6'],
    ['fe80::1%eth0', 'fe80::1'],
    ['6.6.6.6, 203.0.113.6:51234', '203.0.113.6'],
    ['203.0.113.6:51234, 127.0.0.1:80', '203.0.113.6'],
    ['203.0.113.6, [::1]:80, ::ffff:127.0.0.1', '203.0.113.6'],
    ['unknown', 'unknown'],
    ['unknown:51234', 'unknown'],
    [', ', '127.0.0.1'],
  ])('is read from X-Forwarded-For: %s', async (header, client) => {
    expect(await clientOf({ 'x-forwarded-for': header })).toBe(client);
  });

  it.each([
    ['for=203.0.113.6', '203.0.113.6'],
    ['For="203.0.113.6:51234"', '203.0.113.6'],
    ['for="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for="[2001:db8:cafe::17]";proto=https', '2001:db8:cafe::17'],
    ['proto=http; for="[::ffff:203.0.113.6]:80";by=203.0.113.43', '203.0.113.6'],
    ['for=6.6.6.6, for=203.0.113.6', '203.0.113.6'],
    ['for=203.0.113.6, for=127.0.0.1;by=127.0.0.1', '203.0.113.6'],
    ['for=_hidden', '_hidden'],
    ['for="_gazonk:_port"', '_gazonk'],
    ['for=unknown', 'unknown'],
    ['for=6.6.6.6, proto=https', 'unknown'],
    // A client can't hide the entry of the proxy.
    ['for="6.6.6.6, for="[2001:db8::1]:4711"', '2001:db8::1'],
    ['by="x, for=6.6.6.6;host="y, for=203.0.113.6', '203.0.113.6'],
  ])('is read from Forwarded: %s', async (header, client) => {
    expect(await clientOf({ forwarded: header })).toBe(client);
  });

  it('is read from X-Forwarded-For if a request has both', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.6', forwarded: 'for=6.6.6.6' };
    expect(await clientOf(headers)).toBe('203.0.113.6');
  });

  it.each(['203.0.113.7', '10.1.2.3', '192.168.1.1', '::ffff:172.16.0.1', 'fd00::1', 'fe80::1'])(
    'is the peer %s, which is no proxy',
    async (from) => {
      const own = from.replace('::ffff:', '');
      expect(await clientOf({ 'x-forwarded-for': '198.51.100.9' }, from)).toBe(own);
      expect(await clientOf({ forwarded: 'for=198.51.100.9' }, from)).toBe(own);
    },
  );

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'comes from a proxy at %s',
    async (from) => {
      expect(await clientOf({ 'x-forwarded-for': '198.51.100.9' }, from)).toBe('198.51.100.9');
    },
  );

  it('follows the setting', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7:80' };
    expect(await clientOf(headers, '127.0.0.1', { trustProxy: false })).toBe('127.0.0.1');
    expect(await clientOf(headers, '127.0.0.1', { trustProxy: true })).toBe('198.51.100.9');
    const range = { trustProxy: ['203.0.113.0/24'] };
    expect(await clientOf(headers, '203.0.113.9', range)).toBe('198.51.100.9');
    expect(await clientOf(headers, '127.0.0.1', range)).toBe('127.0.0.1');
  });
});

describe('limits', () => {
  it('count one client for all its ports and all addresses of its /64', async () => {
    const spellings = ['[2001:db8:1:1::1]:4711', '2001:db8:1:1:ffff::2', '"[2001:db8:1:1::3]"'];
    const { clients } = await ask(
      spellings.map((text) => ({ headers: { 'x-forwarded-for': text } })),
    );
    expect(new Set(clients.map(limitedAddress))).toEqual(new Set(['2001:db8:1:1::/64']));
  });
});

describe('the log', () => {
  const forwarded = { headers: { 'x-forwarded-for': '198.51.100.9' }, from: '10.0.0.5' };

  it('says once that headers are ignored, and the setting', async () => {
    const { log } = await ask([forwarded, { ...forwarded, from: '10.0.0.6' }, forwarded]);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      msg: expect.stringMatching(/from 10\.0\.0\.5 are ignored.*TRUST_PROXY=10\.0\.0\.5/),
    });
  });

  it.each([
    ['a trusted proxy', [{ ...forwarded, from: '127.0.0.1' }], LOCAL],
    ['a request without such headers', [{ headers: {}, from: '10.0.0.5' }], LOCAL],
    ['a host without proxies', [forwarded], { trustProxy: false }],
  ])('is silent about %s', async (_, requests, settings) => {
    expect((await ask(requests, settings)).log).toEqual([]);
  });
});
