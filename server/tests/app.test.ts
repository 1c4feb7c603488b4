import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepLoaderVersions } from '../src/features/loader/loader-versions.ts';
import { addEpisode } from './helpers/add-episode.ts';
import { isBuilt } from './helpers/built-server.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
}, 60_000);
afterAll(() => test?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });

async function sendRaw(bytes: string): Promise<string> {
  const { server } = test.app;
  if (!server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(bytes);
  return (await socket.setEncoding('utf8').toArray()).join('');
}

async function firstEpisode() {
  return (await get('/api/v2/episodes/1?export=episode_segments')).json().response.episode;
}

describe('the API', () => {
  it('includes the segments of an episode on request', async () => {
    const episode = await firstEpisode();
    expect(episode.segments).toEqual([
      {
        type: 'episode',
        http_url: episode.http_url,
        duration: episode.duration,
        duration_reliable: true,
        starts_at: 0,
        ends_at: episode.duration,
      },
    ]);
    expect(episode.chapters.at(-1).ends_at).toBeNull();
    expect((await get('/api/v2/episodes/1')).json().response.episode.segments).toBeUndefined();
  });

  it('includes no segments while the length of the audio is unknown', async () => {
    const episode_id = await addEpisode(test.database, 1, {
      enclosure_url: 'https://elsewhere.test/a.mp3',
      claimed_duration: 0,
      state: 'unlisted',
    });
    const url = `/api/v2/episodes/${episode_id}?export=episode_segments`;
    const { episode } = (await get(url)).json().response;
    expect(episode).toMatchObject({ http_url: 'https://elsewhere.test/a.mp3', duration: 0 });
    expect(episode.segments).toBeUndefined();
  });

  it('accepts culture and c everywhere', async () => {
    expect((await get('/api/v2/episodes/1?culture=it&c=it&escape=false')).statusCode).toBe(200);
  });

  it('pages through a show, newest first', async () => {
    const first = (await get('/api/v2/shows/1/episodes?limit=2')).json().response;
    const second = (await get(first.next_url.replace('http://site.test', ''))).json().response;
    const dates = [...first.items, ...second.items].map((item) => item.published_at);
    expect(dates).toHaveLength(3);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(second.next_url).toBeNull();
  });

  it('serves a playlist of episode addresses', async () => {
    const { playlist } = (await get('/api/show/1/episodes/playlist')).json().response;
    expect(playlist.items[0].api_url).toBe('http://site.test/api/v2/episodes/1');
    expect(playlist.next_url).toBeNull();
  });

  it('refuses a request for another version', async () => {
    for (const url of ['/api/v2/episodes/1', '/api/v2/shows', '/player?episode_id=1', '/']) {
      expect((await get(url, { 'if-match': '"another"' })).statusCode).toBe(412);
      expect((await get(url, { 'if-match': '*' })).statusCode).toBe(200);
      const { etag } = (await get(url)).headers;
      expect((await get(url, { 'if-match': String(etag) })).statusCode).toBe(200);
    }
  });

  it('describes itself', async () => {
    const { servers, paths } = (await get('/api/openapi.json')).json();
    expect(servers).toEqual([{ url: 'http://site.test/api' }]);
    expect(paths).toHaveProperty('/v2/episodes/{episode_id}');
  });

  it('is open to every origin, without credentials', async () => {
    const { headers } = await get('/api/v2/shows', { origin: 'null' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('bad requests', () => {
  it.each([
    ['GET', '/api/v2/episodes/999999', 404, 'EPISODE_UNAVAILABLE'],
    ['GET', '/api/v2/episodes/abc', 400, 'INVALID_REQUEST'],
    ['GET', '/api/v2/episodes/-1', 400, 'INVALID_REQUEST'],
    ['GET', '/api/v2/episodes/99999999999999999999', 400, 'INVALID_REQUEST'],
    ['GET', '/api/v2/shows/999999/episodes', 404, 'SHOW_UNAVAILABLE'],
    ['GET', '/api/v2/shows/1/episodes?limit=100000', 400, 'INVALID_REQUEST'],
    ['GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['GET', `/api/v2/shows?culture=${'x'.repeat(9000)}`, 414, 'URI_TOO_LONG'],
    ['GET', '/%E0%A4%A', 400, 'INVALID_REQUEST'],
    ['PATCH', '/api/v2/episodes/1', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/player?episode_id=1', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/media/audio/nothing.mp3', 400, 'INVALID_REQUEST'],
    ['GET', `/media/audio/${'0'.repeat(64)}.mp3`, 404, 'NOT_FOUND'],
    ['GET', '/ajax?url=//elsewhere.example/', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax?url=/\\\\elsewhere.example/', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax?url=/%09/elsewhere.example', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax?v=old&url=%0a//elsewhere.example', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax?url=/%250d/elsewhere.example', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax?url=/%255celsewhere.example', 400, 'INVALID_REQUEST'],
    ['GET', '/ajax', 400, 'INVALID_REQUEST'],
    ['GET', '/api/v2/shows/1/episodes?cursor=newest', 400, 'INVALID_REQUEST'],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json', 404, 'NOT_FOUND'],
    ['PATCH', '/api/show/1', 405, 'METHOD_NOT_ALLOWED'],
  ] as const)('%s %s answers %i %s in the envelope', async (method, url, status, reason) => {
    const answer = await test.app.inject({ method, url });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ code: status, reason });
    expect(answer.json().error.messages[0]).toEqual(expect.any(String));
  });

  it.each([
    ['not HTTP at all', 'NONSENSE\r\n\r\n', 400],
    ['a header past all bounds', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ['an unheard-of method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'two hosts',
      'GET /api/v2/shows HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a host with a space',
      'GET /api/v2/shows HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      400,
    ],
  ])('gets the envelope for %s', async (_, request, status) => {
    const answer = await sendRaw(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe(status);
  });

  it('answers every OPTIONS request as a preflight, and names the methods', async () => {
    const ask = (url: string) => test.app.inject({ method: 'OPTIONS', url });
    const { statusCode, headers } = await ask('/api/v2/users/1/likes/1');
    expect(statusCode).toBe(204);
    expect(headers.allow).toBe('DELETE, PUT, OPTIONS');
    expect((await ask('/nothing/at/all')).headers.allow).toBe('OPTIONS');
  });

  it.each(['GET', 'PUT', 'POST', 'DELETE'] as const)(
    'lets a page on another origin ask with %s',
    async (method) => {
      const { headers } = await test.app.inject({
        method: 'OPTIONS',
        url: '/api/v2/users/1/likes/1',
        headers: {
          origin: 'https://blog.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(`${headers['access-control-allow-methods']}`.split(/, ?/)).toContain(method);
      expect(headers['access-control-allow-headers']).toContain('authorization');
    },
  );

  it('names the field that is wrong', async () => {
    const { error } = (await get('/api/v2/episodes/abc')).json();
    expect(error.messages[0]).toMatch(/^episode_id: /);
  });

  it('says once that an id is too large', async () => {
    const { error } = (await get('/api/v2/episodes/99999999999')).json();
    expect(error.messages).toEqual(['episode_id: must be at most 2147483647']);
  });

  it('says that an address is not valid percent-encoding', async () => {
    const { error } = (await get('/api/v2/episodes/%FF')).json();
    expect(error.messages).toEqual(['address: is not valid percent-encoding']);
  });

  it('says that an address has a null character', async () => {
    const { headers } = await test.signIn({ admin: true });
    const answer = await test.app.inject({ method: 'PUT', url: '/api/user/%00', headers });
    expect(answer.json().error).toMatchObject({
      code: 400,
      messages: ['request: has a null character, which cannot be stored'],
    });
  });

  it('names the methods of an address in a 405 response', async () => {
    const { headers } = await test.app.inject({ method: 'DELETE', url: '/api/v2/shows' });
    expect(headers.allow).toContain('GET');
  });
});

describe('audio', () => {
  let url = '';
  let size = 0;
  beforeAll(async () => {
    const episode = await firstEpisode();
    url = episode.http_url.replace('http://site.test', '');
    size = episode.file_size;
  });

  it('is sent whole, with the type of its bytes, immutable and uncompressed', async () => {
    const { statusCode, headers, rawPayload } = await get(url, { 'accept-encoding': 'br, gzip' });
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBe(size);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['cache-control']).toContain('immutable');
  });

  it('is sent in part', async () => {
    const { statusCode, headers, rawPayload } = await get(url, { range: 'bytes=10-19' });
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes 10-19/${size}`]);
    expect(rawPayload.equals((await get(url)).rawPayload.subarray(10, 20))).toBe(true);
  });

  it('is sent in several parts', async () => {
    const { statusCode, headers, rawPayload } = await get(url, { range: 'bytes=0-3,-4' });
    expect(statusCode).toBe(206);
    expect(headers['content-type']).toMatch(/^multipart\/byteranges; boundary=/);
    expect(rawPayload.length).toBe(Number(headers['content-length']));
    expect(rawPayload.toString('latin1')).toContain(
      `Content-Range: bytes ${size - 4}-${size - 1}/${size}`,
    );
  });

  it('refuses a range outside the file', async () => {
    const { statusCode, headers } = await get(url, { range: `bytes=${size}-` });
    expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${size}`]);
  });

  it.each([{ 'if-match': '"another"' }, { 'if-unmodified-since': new Date(0).toUTCString() }])(
    'is refused if the client has another version: %o',
    async (headers) => {
      const answer = await get(url, headers);
      expect(answer.statusCode).toBe(412);
      expect(answer.json().error.reason).toBe('PRECONDITION_FAILED');
      expect(answer.headers.etag).toBeUndefined();
    },
  );

  it('answers HEAD with the same headers and no body', async () => {
    const { statusCode, headers, rawPayload } = await test.app.inject({ method: 'HEAD', url });
    expect([statusCode, Number(headers['content-length']), rawPayload.length]).toEqual([
      200,
      size,
      0,
    ]);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(url);
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    const stale = { range: 'bytes=0-1', 'if-range': '"another"' };
    expect((await get(url, stale)).statusCode).toBe(200);
    const fresh = { range: 'bytes=0-1', 'if-range': String(headers.etag) };
    expect((await get(url, fresh)).statusCode).toBe(206);
  });
});

describe('images', () => {
  it('are sent as squares of the preset sizes', async () => {
    const { image_url } = await firstEpisode();
    const path = image_url.replace('http://site.test', '');
    const [small, other] = await Promise.all([
      get(path.replace('/320.', '/80.')),
      get(path.replace('/320.webp', '/81.webp')),
    ]);
    expect([small?.statusCode, small?.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(other?.statusCode).toBe(404);
    const held = { 'if-none-match': String(small?.headers.etag) };
    expect((await get(path.replace('/320.', '/80.'), held)).statusCode).toBe(304);
  });
});

describe('pages', () => {
  it.each([
    ['/', 200, 'site:/'],
    ['/show/field-notes-on-sound', 200, 'site:/show/field-notes-on-sound'],
  ])('%s answers %i', async (url, status, body) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
  });

  it('can be framed by other sites only if they are players', async () => {
    expect((await get('/player?episode_id=1')).headers['x-frame-options']).toBeUndefined();
    expect((await get('/')).headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('answer programs with the envelope', async () => {
    expect((await get('/nope')).json().error.reason).toBe('NOT_FOUND');
    expect((await get('/api/nope', { accept: 'text/html' })).json().error.reason).toBe('NOT_FOUND');
  });

  it('reload if the client runs scripts of another build', async () => {
    const same = (await get('/ajax?url=/show/x&v=test')).json().response;
    const other = (await get('/ajax?url=/show/x&v=older')).json().response;
    expect([same.redirect, other.redirect]).toEqual([null, '/show/x']);
  });
});

describe('built files', () => {
  it.each(['/assets/player-1.js', '/widgets.js'])(
    '%s is served from its compressed copy',
    async (url) => {
      await Promise.all(
        ['player-1.js', 'widgets.js'].flatMap((name) => [
          writeFile(join(test.publicFolder, name), 'plain'),
          writeFile(join(test.publicFolder, `${name}.br`), 'brotli'),
        ]),
      );
      const [plain, brotli] = [await get(url), await get(url, { 'accept-encoding': 'br' })];
      expect([plain.body, brotli.body]).toEqual(['plain', 'brotli']);
      // Without TLS, browsers do not accept brotli.
      const gzip = await get(url, { 'accept-encoding': 'gzip, deflate' });
      expect(gzip.statusCode).toBe(200);
      expect(gzip.headers['content-encoding']).not.toBe('br');
      for (const { headers } of [plain, brotli]) {
        expect(headers).toMatchObject({
          vary: 'Accept-Encoding',
          'cross-origin-resource-policy': 'cross-origin',
          'content-type': expect.stringContaining('charset=utf-8'),
          'x-content-type-options': 'nosniff',
        });
      }
      expect(String(plain.headers['cache-control']).includes('immutable')).toBe(
        url.startsWith('/assets/'),
      );
    },
  );
});

describe('a pinned loader', () => {
  it('has the hash of the current /widgets.js', async () => {
    await writeFile(join(test.publicFolder, 'widgets.js'), 'plain');
    const { src, integrity } = (await get('/widgets.json')).json();
    expect(src).toBe('/assets/widgets.js');
    const hash = createHash('sha384').update('plain').digest('base64');
    expect(integrity).toBe(`sha384-${hash}`);
  });

  it.skipIf(!isBuilt)(
    'has an address with the hash of its content, which no later build reuses (needs npm run build)',
    async () => {
      const build = fileURLToPath(new URL('../../build', import.meta.url));
      const { file } = JSON.parse(
        await readFile(join(build, 'manifest', 'widgets.js.json'), 'utf8'),
      ) as { file: string };
      expect(file).toMatch(/^widgets-[0-9a-f]{10}\.js$/);
      const [pinned, current] = await Promise.all(
        [file, 'widgets.js'].map((name) => readFile(join(build, 'public', name), 'utf8')),
      );
      expect(pinned).toBe(current);
    },
  );

  it('stays available after later builds', async () => {
    const [earlier, later] = [join(test.publicFolder, 'earlier'), join(test.publicFolder, 'later')];
    await Promise.all([earlier, later].map((folder) => mkdir(folder)));
    for (const name of ['widgets-a1_-b.js', 'widgets-a1_-b.js.br', 'on-demand-x.js', 'site-1.js']) {
      await writeFile(join(earlier, name), name);
    }
    const loaders = join(test.publicFolder, 'loaders');
    await keepLoaderVersions(earlier, loaders);
    await keepLoaderVersions(later, loaders);
    const url = '/assets/widgets-a1_-b.js';
    const [plain, brotli] = [await get(url), await get(url, { 'accept-encoding': 'br' })];
    expect([plain.body, brotli.body]).toEqual(['widgets-a1_-b.js', 'widgets-a1_-b.js.br']);
    expect(plain.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': expect.stringContaining('immutable'),
    });
    for (const encoding of ['gzip, deflate', 'br', 'identity']) {
      const answer = await get('/assets/on-demand-x.js', { 'accept-encoding': encoding });
      expect(answer.statusCode).toBe(200);
    }
    expect((await get('/assets/site-1.js')).statusCode).toBe(404);
  });
});

describe('health', () => {
  it('is ready while the database answers', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).statusCode).toBe(200);
  });
});

describe('an API on a host of its own', () => {
  it('keeps its paths apart from the site', async () => {
    const other = await openTestApp({ API_URL: 'http://api.site.test' });
    const at = async (host: string, url: string) =>
      (await other.app.inject({ url, headers: { host } })).body;
    expect(await at('site.test', '/show/1')).toBe('site:/show/1');
    expect(JSON.parse(await at('api.site.test', '/show/1')).response.show.api_url).toBe(
      'http://api.site.test/v2/shows/1',
    );
    await other.close();
  }, 60_000);
});

describe('a database that has gone', () => {
  it('answers 503, and the process survives', async () => {
    const other = await openTestApp();
    await other.dropDatabase();
    for (const url of ['/readyz', '/api/v2/shows']) {
      const readError = async () => (await other.app.inject({ url })).json().error;
      // A check that began before the loss may still end well.
      await expect.poll(readError).toMatchObject({ code: 503, reason: 'UNAVAILABLE' });
    }
    expect((await other.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await other.close();
  }, 60_000);
});
