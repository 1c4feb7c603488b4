import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passRequestId } from '../../../src/platform/http/request-id.ts';
import { createServer } from '../../../src/platform/http/server.ts';

let app: FastifyInstance;
let log = '';
beforeEach(async () => {
  log = '';
  app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'debug',
    logTo: {
      write(line) {
        log += line;
      },
    },
    trustProxy: ['10.0.0.0/8'],
  });
  app.get('/works', async () => 'yes');
  app.get('/fails', async () => {
    throw new Error('out of order');
  });
});
afterEach(() => app.close());

const ask = (url: string, from: string, id?: string) =>
  app.inject({ url, remoteAddress: from, headers: id === undefined ? {} : { 'x-request-id': id } });

describe('the id of a request', () => {
  it('is new for each request, and short', async () => {
    const ids = new Set<unknown>();
    for (let turn = 0; turn < 20; turn++) {
      ids.add((await ask('/works', '192.0.2.1')).headers['x-request-id']);
    }
    expect(ids.size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  });

  it('is that of a trusted proxy', async () => {
    const { headers } = await ask('/works', '10.1.2.3', '5f2b0c1d-aaaa');
    expect(headers['x-request-id']).toBe('5f2b0c1d-aaaa');
  });

  it.each([
    ['a stranger', '192.0.2.1', '5f2b0c1d-aaaa'],
    ['a proxy, if it is too short', '10.1.2.3', 'a'],
    ['a proxy, if it is too long', '10.1.2.3', 'a'.repeat(129)],
    ['a proxy, if it could break a page', '10.1.2.3', '<script>alert(1)</script>'],
    ['a proxy, if it could break a log', '10.1.2.3', '"} {"level": 60'],
  ])('is not that of %s', async (_, from, id) => {
    expect((await ask('/works', from, id)).headers['x-request-id']).toMatch(/^[0-9a-f]{12}$/);
  });

  it('is kept by requests of this process to itself', async () => {
    const { headers } = await app.inject({
      url: '/works',
      remoteAddress: '192.0.2.1',
      headers: passRequestId('5f2b0c1d-aaaa'),
    });
    expect(headers['x-request-id']).toBe('5f2b0c1d-aaaa');
  });

  it('is in each line of the log about the request', async () => {
    const { headers } = await ask('/fails', '192.0.2.1');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /out of order|^request$/.test(msg));
    expect(lines.map(({ reqId }) => reqId)).toEqual([
      headers['x-request-id'],
      headers['x-request-id'],
    ]);
  });

  it('is in an error of the server', async () => {
    const { headers, body } = await ask('/fails', '192.0.2.1');
    expect(JSON.parse(body).error.request_id).toBe(headers['x-request-id']);
  });

  it('is not in other errors', async () => {
    expect(JSON.parse((await ask('/nowhere', '192.0.2.1')).body).error).not.toHaveProperty(
      'request_id',
    );
  });

  it('may be read by pages of other origins', async () => {
    const { headers } = await ask('/works', '192.0.2.1');
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
  });
});
