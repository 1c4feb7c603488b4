import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher, givingUp, Unreachable } from '../../../src/platform/http/fetch-source.ts';
import { isPrivateAddress, isPrivateUrl } from '../../../src/platform/http/private-address.ts';

let server: Server;
let origin = '';
const answers: Record<string, RequestListener> = {
  '/plain': (_, reply) => reply.setHeader('content-type', 'text/xml').end('hello'),
  '/zipped': (_, reply) => reply.setHeader('content-encoding', 'gzip').end(gzipSync('hello')),
  '/moved': (_, reply) => reply.writeHead(302, { location: '/plain' }).end(),
  '/round': (_, reply) => reply.writeHead(302, { location: '/round' }).end(),
  '/file': (_, reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/gone': (_, reply) => reply.writeHead(404).end(),
  '/silent': () => {},
  '/cut': (_, reply) => {
    reply.writeHead(200, { 'content-length': 1000 }).write('hell');
    setImmediate(() => reply.destroy());
  },
};

beforeAll(async () => {
  server = createServer((request, reply) => answers[request.url ?? '']?.(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('createFetcher', () => {
  const fetcher = createFetcher({ allowPrivate: true, silenceMs: 300 });

  it.each(['/plain', '/zipped', '/moved'])('reads %s', async (path) => {
    expect(await text((await fetcher(`${origin}${path}`)).body)).toBe('hello');
  });

  it.each([
    ['/round', 'without end'],
    ['/file', 'no web address'],
    ['/gone', 'answered 404'],
    ['/silent', 'in time'],
  ])('gives up on %s', async (path, reason) => {
    await expect(fetcher(`${origin}${path}`)).rejects.toThrow(reason);
  });

  it('does not take half a file for a whole one', async () => {
    const { body } = await fetcher(`${origin}/cut`);
    await expect(text(body)).rejects.toThrow();
  });

  it('leaves private networks alone for a public feed', async () => {
    const careful = createFetcher({ allowPrivate: false });
    await expect(careful(`${origin}/plain`)).rejects.toThrow('private network');
    const named = origin.replace('127.0.0.1', 'localhost');
    await expect(careful(`${named}/plain`)).rejects.toThrow('private network');
    expect(await isPrivateUrl(origin)).toBe(true);
  });
});

describe('isPrivateAddress', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'knows %s for private',
    (address) => expect(isPrivateAddress(address)).toBe(true),
  );
  it.each(['93.184.216.34', '2606:2800:220:1::1', '172.32.0.1'])('knows %s for public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
});

describe('givingUp', () => {
  it('asks a host that is down twice, then no more', async () => {
    let asked = 0;
    const fetcher = givingUp(async () => {
      asked += 1;
      throw new Unreachable('down');
    });
    for (let turn = 0; turn < 5; turn++)
      await expect(fetcher(`http://a.test/${turn}`)).rejects.toThrow(Unreachable);
    expect(asked).toBe(2);
  });
});
