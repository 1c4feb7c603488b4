import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createRemotePictures,
  type RemotePicturesOptions,
} from '../../../src/platform/images/remote-pictures.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a43' } });

let requests: string[] = [];
let server: Server;
let host = '';
let folder = '';
let answers: Record<string, RequestListener>;

beforeAll(async () => {
  const photo = await paint(2400, 1200)
    .withExif({ IFD0: { Artist: 'Jane' } })
    .jpeg()
    .toBuffer();
  const small = await paint(40, 20).png().toBuffer();
  const bomb = await paint(8000, 8000).png().toBuffer(); // 64 million pixels in 200 kB
  answers = {
    '/photo.jpg': (_, reply) => reply.end(photo),
    '/small.png': (_, reply) => reply.end(small),
    '/moved': (_, reply) => reply.writeHead(302, { location: '/small.png' }).end(),
    '/private': (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    '/cut.jpg': (_, reply) => reply.end(photo.subarray(0, photo.length / 2)),
    '/bomb.png': (_, reply) => reply.end(bomb),
    '/drawing.svg': (_, reply) => reply.setHeader('Content-Type', 'image/png').end(SVG),
    '/page': (_, reply) => reply.end('<!doctype html><p>Log in</p>'),
    '/empty': (_, reply) => reply.end(),
    '/gone': (_, reply) => reply.writeHead(404).end(),
    '/huge': (_, reply) => reply.end(Buffer.alloc(15_000_001, small)),
    '/silent': () => {},
  };
  server = createServer((request, reply) => {
    requests.push(request.url ?? '');
    answers[request.url ?? '']?.(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  requests = [];
  folder = await mkdtemp(join(tmpdir(), 'earshot-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (options: Partial<RemotePicturesOptions> = {}) =>
  createRemotePictures({ folder, maxBytes: 1_000_000, privateHosts: [host], ...options });
type Pictures = ReturnType<typeof open>;

async function read(pictures: Pictures, path: string): Promise<Buffer | null> {
  const file = await pictures.read(`http://${host}${path}`);
  return file && buffer(file.body);
}

async function factsOf(picture: Buffer | null) {
  if (!picture) return null;
  const { format, width, height, exif } = await sharp(picture).metadata();
  return { format, width, height, exif };
}

describe('createRemotePictures', () => {
  it('makes a large picture smaller, and leaves out its metadata', async () => {
    const picture = await read(open(), '/photo.jpg');
    expect(await factsOf(picture)).toEqual({ format: 'webp', width: 1200, height: 600 });
  });

  it.each(['/small.png', '/moved'])('keeps the size of a small one at %s', async (path) => {
    expect(await factsOf(await read(open(), path))).toMatchObject({ width: 40, height: 20 });
  });

  it('asks once for readers who come at once or later, also after a restart', async () => {
    const pictures = open();
    const all = await Promise.all([1, 2, 3].map(() => read(pictures, '/small.png')));
    expect(all.every((picture) => picture?.length)).toBe(true);
    await read(open(), '/small.png');
    expect(requests).toEqual(['/small.png']);
  });

  it.each(['/drawing.svg', '/page', '/empty', '/gone', '/cut.jpg', '/bomb.png', '/huge'])(
    'refuses %s, and does not ask again soon',
    async (path) => {
      let minutes = 0;
      const pictures = open({ now: () => minutes * 60_000 });
      expect(await read(pictures, path)).toBeNull();
      expect(await read(pictures, path)).toBeNull();
      expect(requests).toEqual([path]);
      minutes = 11;
      await read(pictures, path);
      expect(requests).toEqual([path, path]);
    },
  );

  it('gives up on a silent host, and on its other pictures for some minutes', async () => {
    const pictures = open({ pace: { answerMs: 100 } });
    expect(await read(pictures, '/silent')).toBeNull();
    expect(await read(pictures, '/small.png')).toBeNull();
    expect(requests).toEqual(['/silent']);
  });

  it('fetches nothing from private networks, also behind a redirect', async () => {
    expect(await read(open({ privateHosts: [] }), '/small.png')).toBeNull();
    expect(requests).toEqual([]);
    expect(await read(open(), '/private')).toBeNull();
  });

  it('removes the pictures that were not read for the longest time', async () => {
    const pictures = open({ maxBytes: 200 });
    const photo = await read(pictures, '/photo.jpg');
    expect(photo).toBeNull(); // larger than all that may be kept
    expect(await read(pictures, '/small.png')).not.toBeNull();
  });
});
