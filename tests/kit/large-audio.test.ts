import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '../../kit/check.ts';
import { createHttp } from '../../kit/http.ts';
import { collectRanges } from '../../kit/ranges/collect-ranges.ts';
import { RANGE_CHECKS } from '../../kit/ranges/range-checks.ts';

const LENGTH = 200_000_000;
const ETAG = '"large"';
const CHUNK = Buffer.alloc(65_536, 'ID3 and sound ');

/** The bytes of a file that repeats a chunk. */
function bytesOf(first: number, last: number): Buffer {
  const bytes = Buffer.alloc(last - first + 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = CHUNK[(first + at) % CHUNK.length] ?? 0;
  return bytes;
}

function readRange(text: string): [number, number] | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? [];
  if (from === '') return to === '' ? null : [Math.max(0, LENGTH - Number(to)), LENGTH - 1];
  return [Number(from), Math.min(to === '' ? LENGTH - 1 : Number(to), LENGTH - 1)];
}

let server: Server;
let sent = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { range = '', 'if-range': ifRange, 'if-none-match': known } = request.headers;
    response.setHeader('content-type', 'audio/mpeg').setHeader('accept-ranges', 'bytes');
    response.setHeader('etag', ETAG).setHeader('access-control-allow-origin', '*');
    if (known === ETAG) return response.writeHead(304).end();
    const wanted = ifRange === undefined || ifRange === ETAG ? readRange(range) : null;
    if (wanted && wanted[0] >= LENGTH)
      return response.writeHead(416, { 'content-range': `bytes */${LENGTH}` }).end();
    const [first, last] = wanted ?? [0, LENGTH - 1];
    const named = { 'content-range': `bytes ${first}-${last}/${LENGTH}` };
    response.writeHead(wanted ? 206 : 200, {
      'content-length': last - first + 1,
      ...(wanted ? named : {}),
    });
    if (request.method === 'HEAD') return response.end();
    const write = (at: number): void => {
      if (response.destroyed) return;
      if (at > last) return void response.end();
      const end = Math.min(at + CHUNK.length, last + 1);
      sent += end - at;
      response.write(bytesOf(at, end - 1), () => write(end));
    };
    write(first);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('collectRanges of a file of 200 MB', () => {
  it('finds no fault in a good host, and reads a small part', async () => {
    const http = createHttp({ timeoutMs: 60_000 });
    const { port } = server.address() as AddressInfo;
    const facts = await collectRanges(http, `http://127.0.0.1:${port}/large.mp3`);
    http.close();
    const failed = runChecks(RANGE_CHECKS, facts).filter(({ status }) => status === 'failed');
    expect(failed.map(({ id, found }) => `${id}: ${found}`)).toEqual([]);
    expect(sent).toBeLessThan(30e6);
  });
});
