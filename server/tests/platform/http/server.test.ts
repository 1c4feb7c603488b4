import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type ServerOptions } from '../../../src/platform/http/server.ts';

const OPTIONS: ServerOptions = {
  siteUrl: 'http://site.test',
  apiUrl: 'http://site.test/api',
  logLevel: 'silent',
  trustProxy: ['loopback'],
};
const opened: FastifyInstance[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

async function open(options: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  const app = await createServer({ ...OPTIONS, ...options });
  opened.push(app);
  app.get('/ip', async ({ clientAddress }) => ({ ip: clientAddress }));
  app.post('/echo', async ({ body }) => body);
  return app;
}

async function connectTo(app: FastifyInstance): Promise<Socket> {
  const { server } = app;
  if (!server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const readAll = async (socket: Socket) => (await socket.setEncoding('utf8').toArray()).join('');

async function sendRaw(app: FastifyInstance, bytes: string): Promise<string> {
  const socket = await connectTo(app);
  socket.end(bytes);
  return readAll(socket);
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [, ...lines] = head.toLowerCase().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
  return { status: Number(head.split(' ')[1]), headers, error: JSON.parse(body).error };
}

/** Of every answer, so that scripts of other origins can read it. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringContaining('x-request-id'),
  'x-request-id': expect.stringMatching(/^[0-9a-f]{12}$/),
};

describe('a request that HTTP itself refuses', () => {
  it.each([
    ['not HTTP at all', 'NONSENSE\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['no Host', 'GET /ip HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['a very long address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 414, 'URI_TOO_LONG'],
    [
      'a long address',
      `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      414,
      'URI_TOO_LONG',
    ],
    [
      'an address that is not encoded',
      'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    [
      'very long headers',
      `GET /ip HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an unknown expectation',
      'GET /ip HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n',
      417,
      'EXPECTATION_FAILED',
    ],
  ])(
    'gets the envelope for %s, with the headers of every answer',
    async (_, request, status, reason) => {
      const answer = parse(await sendRaw(await open(), request));
      expect(answer).toMatchObject({ status, headers: OPEN, error: { code: status, reason } });
    },
  );
});

describe('a slow request body', () => {
  const slowBody = { checkEveryMs: 20, graceMs: 100, bytesPerSecond: 10_000, totalMs: 2_000 };
  const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

  /** Sends single bytes until the server answers. */
  async function drip(app: FastifyInstance, path = '/echo'): Promise<string> {
    const socket = await connectTo(app);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    let answer = '';
    socket.on('error', () => {}); // the server may reset the connection while a byte is on its way
    socket.write(`${head.replace('/echo', path)}Content-Length: 100000\r\n\r\n"`);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.setEncoding('utf8').on('data', (text) => {
      clearInterval(timer);
      answer += text;
    });
    await closed;
    clearInterval(timer);
    return answer;
  }

  it('is cut, on 300 connections at once, while a steady body arrives', async () => {
    const app = await open({ slowBody });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const slow = Array.from({ length: 300 }, () => drip(app));
    const text = 'x'.repeat(50_000);
    const steady = await app.inject({ method: 'POST', url: '/echo', payload: { text } });
    expect(steady.json()).toEqual({ text });
    for (const answer of await Promise.all(slow)) {
      expect(parse(answer)).toMatchObject({ status: 408, error: { reason: 'REQUEST_TIMEOUT' } });
    }
  });

  it('is cut for an address that takes no body', async () => {
    expect(await drip(await open({ slowBody }), '/nothing')).toMatch(/^HTTP\/1\.1 (404|408) /);
  });

  it('is cut at the total time, even if its rate is high enough', async () => {
    const app = await open({ slowBody: { ...slowBody, bytesPerSecond: 1, totalMs: 200 } });
    expect(parse(await drip(app))).toMatchObject({ status: 408, headers: OPEN });
  });

  it('is accepted while its rate is high enough', async () => {
    const app = await open({ slowBody: { ...slowBody, bytesPerSecond: 1, totalMs: 60_000 } });
    const socket = await connectTo(app);
    const body = JSON.stringify('x'.repeat(60));
    socket.write(`${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent === body.length) clearInterval(timer);
      else socket.write(body.slice(sent, ++sent));
    }, 5);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the log', () => {
  interface Line {
    level: number;
    msg: string;
    status?: number;
    url?: string;
  }

  async function linesAt(logLevel: string, url: string): Promise<Line[]> {
    const lines: Line[] = [];
    const app = await open({ logLevel, logTo: { write: (line) => lines.push(JSON.parse(line)) } });
    app.get('/broken', async () => {
      throw new Error('on purpose');
    });
    app.get('/absent', async (_request, reply) => reply.code(501).send({}));
    await app.inject({ url });
    return lines;
  }

  it('has no line for a quick request', async () => {
    expect(await linesAt('info', '/ip')).toEqual([]);
  });

  it('has one line for each request at the level debug', async () => {
    const [line, ...others] = await linesAt('debug', '/ip');
    expect(line).toMatchObject({ level: 20, msg: 'request', url: '/ip', status: 200 });
    expect(others).toEqual([]);
  });

  it('has no address of a listener in the line of a request for media', async () => {
    const [page, media] = [await linesAt('debug', '/ip'), await linesAt('debug', '/media/none')];
    expect(page[0]).toHaveProperty('ip');
    expect(media[0]).toMatchObject({ url: '/media/none', status: 404 });
    expect(media[0]).not.toHaveProperty('ip');
  });

  it('has a line for a failed request', async () => {
    const lines = await linesAt('info', '/broken');
    expect(lines).toContainEqual(expect.objectContaining({ url: '/broken', status: 500 }));
    expect(lines.some((line) => line.level === 50)).toBe(true);
  });

  it('has no line for a request for something that this host does not have', async () => {
    expect(await linesAt('info', '/absent')).toEqual([]);
  });

  it('has a line for a slow request', async () => {
    const lines: Line[] = [];
    const app = await open({
      logLevel: 'info',
      slowRequestMs: 20,
      logTo: { write: (line) => lines.push(JSON.parse(line)) },
    });
    app.get('/slow', (_request, reply) => void setTimeout(() => reply.send({}), 60));
    await app.inject({ url: '/slow' });
    expect(lines).toEqual([expect.objectContaining({ level: 30, url: '/slow', status: 200 })]);
  });
});
