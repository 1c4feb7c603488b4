import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { discover } from '../../kit/discover.ts';
import { createHttp, textOf } from '../../kit/http.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = createHttp({ timeoutMs: 20_000 });
const impatient = createHttp({ timeoutMs: 300 });

describe('createHttp', () => {
  it('gives up a host that does not answer', async () => {
    const answer = await impatient.ask(await serve(() => {}));
    expect(answer).toMatchObject({ status: 0, problem: expect.stringContaining('within 0.3 s') });
  });

  it('gives up a host that never ends its answer', async () => {
    const url = await serve((_, response) => response.write('<rss>'));
    expect(await impatient.ask(url)).toMatchObject({
      status: 0,
      problem: expect.stringContaining('within'),
    });
  });

  it('closes an endless body at the limit', async () => {
    const url = await serve((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    });
    const { isCut, body, problem } = await http.ask(url, { maxBytes: 100_000 });
    expect([isCut, body.length, problem]).toEqual([true, 100_000, '']);
  });

  it('is content with the beginning of a large file that arrives slowly', async () => {
    const url = await serve((_, response) => response.write(Buffer.alloc(100_000)));
    const { status, isCut, body, problem } = await impatient.ask(url, { maxBytes: 1e6 });
    expect([status, isCut, body.length, problem]).toEqual([200, true, 100_000, '']);
  });

  it('ends a loop of redirects', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: '/' }).end());
    expect(await http.ask(url)).toMatchObject({
      problem: expect.stringContaining('redirects more than 10 times'),
    });
  });

  it('reports a redirect to another scheme', async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect((await http.ask(url)).problem).toContain('is no web address');
  });

  it('reports an answer that breaks off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    expect((await http.ask(url)).problem).toMatch(/broke off|connection failed/);
  });

  it('keeps the bytes as sent, and decompresses them as text', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('words')),
    );
    const answer = await http.ask(url);
    expect([answer.body[0], textOf(answer)]).toEqual([0x1f, 'words']);
  });
});

describe('discover', () => {
  const html = (body: string): RequestListener => {
    return (_, response) => response.setHeader('content-type', 'text/html').end(body);
  };

  it('says why an address cannot be checked', async () => {
    const url = await serve((_, response) => response.writeHead(500).end('broken'));
    await expect(discover(http, url, {})).rejects.toThrow('answered 500, not 200');
  });

  it('takes a page without links for a player', async () => {
    const url = await serve(html('<title>Player</title>'));
    const host = await discover(http, url, {});
    expect([host.kind, host.player.part?.url, host.feed.missing]).toEqual([
      'player',
      url,
      'No feed was found. Name one with --feed.',
    ]);
  });

  it('reads the address of a feed, of an audio file, and of pages with broken links', async () => {
    const feed = await serve((_, response) =>
      response.setHeader('content-type', 'text/xml').end('<rss version="2.0"><channel/></rss>'),
    );
    expect((await discover(http, feed, {})).kind).toBe('feed');
    const audio = await serve((_, response) => response.end(Buffer.from('ID3tag')));
    expect(await discover(http, audio, {})).toMatchObject({
      kind: 'audio',
      audio: { part: audio },
    });
    const comments = '<!-- a -->'.repeat(1_000);
    expect((await discover(http, await serve(html(comments)), {})).kind).toBe('player');
    const link = '<link rel="alternate" type="application/rss+xml" href="http://[">';
    expect((await discover(http, await serve(html(link)), {})).kind).toBe('player');
  });
});
