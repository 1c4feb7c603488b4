import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dialPublic,
  type GuardedProxy,
  hostAndPort,
  openGuardedProxy,
} from '../../../src/platform/browser/guarded-proxy.ts';

let server: Server;
let own = '';
const proxies: GuardedProxy[] = [];

/** Every name has the address of this machine. */
const resolve = async (host: string) =>
  host === 'nowhere.example'
    ? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
    : [{ address: '127.0.0.1', family: 4 }];

beforeAll(async () => {
  server = createServer((_request, response) => response.end('secret'.repeat(200_000)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  server.closeAllConnections();
  server.close();
});

async function open(privateHosts: string[] = [], maxBytes = 10_000_000): Promise<GuardedProxy> {
  const proxy = await openGuardedProxy({ dial: dialPublic(privateHosts, resolve), maxBytes });
  proxies.push(proxy);
  return proxy;
}

/** As a browser requests an address without encryption. */
function get(proxy: GuardedProxy, url: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(proxy.url);
  return new Promise((settle, reject) => {
    request({ hostname, port, path: url, headers: { host: new URL(url).host } })
      .on('response', async (answer) => {
        const body = await text(answer).catch(() => '');
        settle({ status: answer.statusCode ?? 0, body });
      })
      .on('error', reject)
      .end();
  });
}

/** The first line of the answer to CONNECT. */
function tunnel(proxy: GuardedProxy, target: string): Promise<string> {
  const { hostname, port } = new URL(proxy.url);
  return new Promise((settle, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject);
    socket.once('data', (data) => {
      settle(data.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  });
}

const PRIVATE = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1:8080/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://rebinding.example/',
];

describe('openGuardedProxy', () => {
  it.each(PRIVATE)('does not connect to %s', async (url) => {
    const proxy = await open();
    expect(await get(proxy, url)).toMatchObject({ status: 502, body: '' });
    expect(proxy.refused.get(hostAndPort(url))).toBe('private');
  });

  it.each(['127.0.0.1:22', '[::1]:443', 'rebinding.example:443', 'localhost:5432'])(
    'opens no tunnel to %s',
    async (target) => {
      expect(await tunnel(await open(), target)).toBe('HTTP/1.1 502 Bad Gateway');
    },
  );

  it('connects to a private host with its port if that was allowed, and to no other port', async () => {
    const proxy = await open([own]);
    expect(await get(proxy, `http://${own}/`)).toMatchObject({ status: 200 });
    expect(await tunnel(proxy, own)).toBe('HTTP/1.1 200 OK');
    expect(await tunnel(proxy, '127.0.0.1:5432')).toBe('HTTP/1.1 502 Bad Gateway');
  });

  it('passes no request on that is not HTTP', async () => {
    const proxy = await open([own]);
    expect(await get(proxy, 'ftp://files.example/')).toMatchObject({ status: 502 });
  });

  it('says that a name is unknown', async () => {
    const proxy = await open();
    await get(proxy, 'http://nowhere.example/');
    expect(proxy.refused.get('nowhere.example:80')).toBe('unknown');
  });

  it('ends connections that send more than is read', async () => {
    const proxy = await open([own], 100_000);
    const { body } = await get(proxy, `http://${own}/`).catch(() => ({ body: '' }));
    expect(body.length).toBeLessThan(1_000_000);
    expect(proxy.refused.get(own)).toBe('too_much');
    expect(await get(proxy, `http://${own}/`)).toMatchObject({ status: 502 });
  });
});
