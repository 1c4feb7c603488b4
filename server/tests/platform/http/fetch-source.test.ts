import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';

const drip: RequestListener = (_, reply) => {
  reply.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => reply.write('x'), 10);
  reply.on('close', () => clearInterval(timer));
};

const answers: Record<string, RequestListener> = {
  '/plain': (_, reply) => reply.setHeader('content-type', 'text/xml').end('hello'),
  '/gzip': (_, reply) => reply.setHeader('content-encoding', 'gzip').end(gzipSync('hello')),
  '/deflate': (_, reply) =>
    reply.setHeader('content-encoding', 'deflate').end(deflateSync('hello')),
  '/br': (_, reply) => reply.setHeader('content-encoding', 'br').end(brotliCompressSync('hello')),
  '/zstd': (_, reply) => reply.setHeader('content-encoding', 'zstd').end('hello'),
  '/moved': (_, reply) => reply.writeHead(302, { location: '/plain' }).end(),
  '/round': (_, reply) => reply.writeHead(302, { location: '/round' }).end(),
  '/file': (_, reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/gone': (_, reply) => reply.writeHead(404).end(),
  '/silent': () => {},
  '/drip': drip,
  '/half-silent': (_, reply) => reply.writeHead(200, { 'content-length': 1000 }).write('hell'),
  '/cut': (_, reply) => {
    reply.writeHead(200, { 'content-length': 1000 }).write('hell');
    setImmediate(() => reply.destroy());
  },
};

interface Host {
  server: Server;
  origin: string;
  host: string;
  requests: string[];
}

async function listen(listener: RequestListener): Promise<Host> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(request.url ?? '');
    listener(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin: `http://${host}`, host, requests };
}

/** A port on which nothing listens. */
async function closedHost(): Promise<string> {
  const { server, host } = await listen(() => {});
  await new Promise((resolve) => server.close(resolve));
  return host;
}

const hosts: Host[] = [];
async function open(listener: RequestListener): Promise<Host> {
  const host = await listen(listener);
  hosts.push(host);
  return host;
}

let main: Host;
beforeAll(async () => {
  main = await open((request, reply) => answers[request.url ?? '']?.(request, reply));
});
afterAll(() => {
  for (const { server } of hosts) {
    server.closeAllConnections();
    server.close();
  }
});

const allowed = (pace = {}) => createFetcher({ privateHosts: [main.host], pace });

describe('createFetcher', () => {
  it.each(['/plain', '/gzip', '/deflate', '/br', '/moved'])('reads %s', async (path) => {
    expect(await text((await allowed()(`${main.origin}${path}`)).body)).toBe('hello');
  });

  it.each([
    ['/round', 'without end'],
    ['/file', 'not http or https'],
    ['/gone', 'answered 404'],
    ['/zstd', 'not supported'],
    ['/silent', 'in time'],
  ])('gives up on %s', async (path, reason) => {
    const fetcher = allowed({ silenceMs: 300 });
    await expect(fetcher(`${main.origin}${path}`)).rejects.toThrow(reason);
  });

  it('closes the connection of a file that is not wanted', async () => {
    let isClosed = false;
    const { origin, host } = await open((_, reply) => {
      reply.on('close', () => {
        isClosed = true;
      });
      reply.writeHead(200, { 'content-length': 1_000_000 }).write('x');
    });
    const { body } = await createFetcher({ privateHosts: [host] })(origin);
    body.destroy();
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });

  it('rejects a file that breaks off', async () => {
    const { body } = await allowed()(`${main.origin}/cut`);
    await expect(text(body)).rejects.toThrow('broke off');
  });

  it('gives up on a body that goes silent', async () => {
    const { body } = await allowed({ silenceMs: 300 })(`${main.origin}/half-silent`);
    await expect(text(body)).rejects.toThrow('went silent');
  });

  it('gives up on a body that drips, though it is never silent', async () => {
    const { body } = await allowed({ spanMs: 100 })(`${main.origin}/drip`);
    await expect(text(body)).rejects.toThrow('sends too slowly');
  });

  it('gives up on a body that takes too long, however fast it is', async () => {
    const pace = { totalMs: 100, minBytesPerSecond: 0 };
    const { body } = await allowed(pace)(`${main.origin}/drip`);
    await expect(text(body)).rejects.toThrow('took too long');
  });

  it('gives up on headers that drip', async () => {
    const server = createTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('error', () => {}).on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetcher = createFetcher({ privateHosts: [host], pace: { answerMs: 200 } });
    await expect(fetcher(`http://${host}/`)).rejects.toThrow('in time');
    server.close();
  });

  it('asks a host that is down twice, then no more', async () => {
    const dead = await open((_, reply) => reply.destroy());
    const fetcher = createFetcher({ privateHosts: [dead.host] });
    for (let turn = 0; turn < 5; turn++)
      await expect(fetcher(`${dead.origin}/${turn}`)).rejects.toThrow();
    expect(dead.requests).toHaveLength(2);
  });

  it('asks a host that drips twice, then no more', async () => {
    const slow = await open(drip);
    const fetcher = createFetcher({ privateHosts: [slow.host], pace: { spanMs: 50 } });
    for (let turn = 0; turn < 4; turn++)
      await expect(fetcher(`${slow.origin}/`).then(({ body }) => text(body))).rejects.toThrow();
    expect(slow.requests).toHaveLength(2);
  });

  it('blames a dead target of a redirect, not the tracker in front of it', async () => {
    const dead = [await closedHost(), await closedHost()];
    const tracker = await open((request, reply) => {
      const target = dead[Number(request.url?.slice(1))];
      if (target) reply.writeHead(302, { location: `http://${target}/` }).end();
      else reply.end('hello');
    });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const fetcher = createFetcher({ privateHosts: [tracker.host], resolve });
    for (const path of ['/0', '/1', '/0', '/1'])
      await expect(fetcher(`${tracker.origin}${path}`)).rejects.toThrow();
    expect(await text((await fetcher(`${tracker.origin}/2`)).body)).toBe('hello');
  });
});

describe('createFetcher, private addresses', () => {
  it('leaves them alone without a permission, by address and by name', async () => {
    const fetcher = createFetcher();
    for (const origin of [main.origin, main.origin.replace('127.0.0.1', 'localhost')])
      await expect(fetcher(`${origin}/plain`)).rejects.toThrow('private network');
  });

  it('takes a permission for one host and port only', async () => {
    const other = await open((_, reply) => reply.end('secret'));
    await expect(allowed()(`${other.origin}/`)).rejects.toThrow('private network');
    const redirecting = await open((_, reply) =>
      reply.writeHead(302, { location: other.origin }).end(),
    );
    const fetcher = createFetcher({ privateHosts: [redirecting.host] });
    await expect(fetcher(`${redirecting.origin}/`)).rejects.toThrow('private network');
    expect(other.requests).toEqual([]);
  });

  it.each([
    ['a name with a private address', ['10.0.0.1']],
    ['a name with a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a name with a private and a public address', ['127.0.0.1', '93.184.216.34']],
    ['a name with a private IPv6 address', ['fd00::1']],
    ['a name with an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['a name without an address', []],
  ])('refuses %s', async (_, addresses) => {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const { port } = new URL(main.origin);
    const before = main.requests.length;
    await expect(createFetcher({ resolve })(`http://pod.test:${port}/plain`)).rejects.toThrow(
      'private network',
    );
    expect(main.requests).toHaveLength(before);
  });
});
