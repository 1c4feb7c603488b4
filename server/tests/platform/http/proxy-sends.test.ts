import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { hasCaddy, openTestCaddy } from '../../helpers/caddy.ts';
import { hasNginx, openTestNginx } from '../../helpers/nginx.ts';
import { readAudioLog } from '../../helpers/read-audio-log.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const SOUND = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const SECRET = Buffer.from(SOUND).reverse();
const pathOf = (bytes: Buffer) =>
  `/media/audio/${createHash('sha256').update(bytes).digest('hex')}.mp3`;

let test: TestApp;
let ann: SignedIn;
/** By the name of its proxy. */
const proxies: Record<string, { url: string; close(): Promise<void> }> = {};
let episodeId = 0;
beforeAll(async () => {
  const port = await freePort();
  test = await openTestApp({
    MEDIA_SENDFILE: 'x-accel-redirect',
    SITE_URL: `http://127.0.0.1:${port}`,
  });
  ann = await test.signIn();
  const showId = await addShow(test.database, ann.userId);
  const add = async (bytes: Buffer, fields: object) =>
    addEpisode(test.database, showId, { media_id: await storeMedia(test, bytes), ...fields });
  episodeId = await add(SOUND, {});
  await add(SECRET, { state: 'private', access_key: 'key' });
  const upstream = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const mediaFolder = join(test.deps.config.dataDir, 'media');
  if (hasNginx) proxies.nginx = await openTestNginx(port, [upstream], { mediaFolder });
  if (hasCaddy) proxies.Caddy = await openTestCaddy(await freePort(), upstream, mediaFolder);
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.close();
  await test?.close();
});

describe('a server whose proxy sends the audio', () => {
  it('checks the request and names the file, without a byte of it', async () => {
    const answer = await test.app.inject(pathOf(SOUND));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
    const [, hash = ''] = /audio\/(\w+)/.exec(pathOf(SOUND)) ?? [];
    expect(answer.headers).toMatchObject({
      'x-accel-redirect': `/earshot-media/${hash.slice(0, 2)}/${hash}`,
      'content-type': 'audio/mpeg',
    });
    expect(answer.headers.etag).toBeUndefined();
    const refused = await test.app.inject(pathOf(SECRET));
    expect(refused.statusCode).toBe(404);
    expect(refused.headers['x-accel-redirect']).toBeUndefined();
  });

  it('logs a redirect, because it does not see the bytes', async () => {
    const rows = await readAudioLog(test);
    expect(rows.map(({ status, bytes_sent }) => [status, Number(bytes_sent)])).toContainEqual([
      302, 0,
    ]);
  });

  it('needs media in a folder', () => {
    const env = { MEDIA_SENDFILE: 'x-sendfile', S3_BUCKET: 'sounds' };
    expect(() => readConfig(env)).toThrow('MEDIA_SENDFILE needs media in a folder');
  });
});

describe.each([...(hasNginx ? ['nginx'] : []), ...(hasCaddy ? ['Caddy'] : [])])(
  '%s in front of it',
  (name) => {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${proxies[name]?.url}${path}`, { headers });
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

    it('sends the file, its ranges, and its name', async () => {
      const whole = await ask(pathOf(SOUND));
      expect(whole.status).toBe(200);
      expect((await bytesOf(whole)).equals(SOUND)).toBe(true);
      const headers = Object.fromEntries(whole.headers);
      expect(headers).toMatchObject({
        'content-type': 'audio/mpeg',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['cache-control']).toContain('immutable');
      expect(headers['x-accel-redirect']).toBeUndefined();
      const part = await ask(pathOf(SOUND), { range: 'bytes=1000-1999' });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${SOUND.length}`);
      expect((await bytesOf(part)).equals(SOUND.subarray(1_000, 2_000))).toBe(true);
      const named = await ask(`/media/downloads/${episodeId}.mp3`);
      expect(named.headers.get('content-disposition')).toContain('attachment');
      expect((await bytesOf(named)).equals(SOUND)).toBe(true);
    });

    it('knows a file that the client has, also from a HEAD', async () => {
      const head = await fetch(`${proxies[name]?.url}${pathOf(SOUND)}`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(SOUND.length));
      const modified = head.headers.get('last-modified') ?? '';
      const again = await ask(pathOf(SOUND), { 'if-modified-since': modified });
      expect(again.status).toBe(304);
      const range = { range: 'bytes=0-9', 'if-range': modified };
      expect((await ask(pathOf(SOUND), range)).status).toBe(206);
    });

    it('sends restricted audio only to those who may hear it', async () => {
      expect((await ask(pathOf(SECRET))).status).toBe(404);
      const own = await ask(pathOf(SECRET), ann.headers);
      expect((await bytesOf(own)).equals(SECRET)).toBe(true);
      expect(own.headers.get('cache-control')).toContain('private');
      const [, hash = ''] = /audio\/(\w+)/.exec(pathOf(SECRET)) ?? [];
      expect((await ask(`/earshot-media/${hash.slice(0, 2)}/${hash}`)).status).toBe(404);
    });
  },
);
