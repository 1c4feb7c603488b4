import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlacement } from '../../../src/features/numbers/audio-log.ts';
import { listTables } from '../../../src/platform/backup/dump-tables.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { readAudioLog } from '../../helpers/read-audio-log.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
/** The address of the app. `inject` keeps the headers of an answer in another place than a connection does. */
let origin = '';
let now = new Date('2026-03-02T22:00:00Z');
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => now });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test?.close());
beforeEach(async () => {
  now = new Date('2026-03-02T22:00:00Z');
  await test.app.audioLog.flush();
  await test.database.deleteFrom('audio_requests').execute();
});

const BYTES = 20_000_000; // more than the buffers of a connection hold

let files = 0;

/** A published episode with audio of its own. */
async function addAudio(bytes = Buffer.from(`0123456789 ${++files}`)) {
  const { userId } = await test.signIn();
  const media_id = await storeMedia(test, bytes, { duration: 20 });
  const episodeId = await addEpisode(test.database, await addShow(test.database, userId), {
    media_id,
  });
  const { sha256, extension } = await test.database
    .selectFrom('media')
    .select(['sha256', 'extension'])
    .where('media_id', '=', media_id)
    .executeTakeFirstOrThrow();
  return { media_id, episodeId, file: `/media/audio/${sha256}.${extension}` };
}

describe('keepAudioLog', () => {
  it('logs what was asked and sent, and finds the episode of a file', async () => {
    const { media_id, episodeId, file } = await addAudio();
    const headers = {
      'user-agent': 'Pod/1',
      referer: 'https://blog.example.org/secret?x=1',
      range: 'bytes=4-6',
    };
    expect(await (await fetch(origin + file, { headers })).text()).toBe('456');
    await expect
      .poll(() => readAudioLog(test))
      .toMatchObject([
        {
          at: now,
          media_id,
          episode_id: episodeId,
          method: 'GET',
          status: 206,
          range_first: '4',
          bytes_sent: '3',
          agent: 'Pod/1',
          referrer_host: 'blog.example.org',
        },
      ]);
  });

  it('keeps the country instead of the address, and knows the players of this host', async () => {
    const { episodeId, file } = await addAudio();
    const { siteUrl } = test.deps.config;
    const ask = async (url: string, referer: string, method: 'GET' | 'HEAD' = 'GET') => {
      await test.app.inject({ method, url, headers: { referer }, remoteAddress: '81.2.69.142' });
      await test.app.audioLog.flush();
    };
    await ask(file, `${siteUrl}/user/ann/show-1`);
    await ask(`/media/episodes/${episodeId}/play.mp3`, `${siteUrl}/player?episode_id=${episodeId}`);
    await ask(file, 'https://blog.example.org/player');
    await ask(`/media/downloads/${episodeId}.mp3`, `${siteUrl}/user/ann/show-1`);
    await ask(`/media/episodes/${episodeId}/play.mp3`, `${siteUrl}/player`, 'HEAD');
    const rows = await readAudioLog(test);
    const found = rows.map(({ method, placement }) => `${method} ${placement}`);
    expect(found.sort()).toEqual(['GET ', 'GET ', 'GET embed', 'GET site', 'HEAD embed']);
    expect(rows[0]).toMatchObject({
      country: 'GB',
      is_hosting: false,
      list_id: expect.any(Number),
    });
  });

  it('takes the episode from an address that names one, and the earliest one of a shared file', async () => {
    const { media_id, episodeId, file } = await addAudio(Buffer.from('shared'));
    const { show_id } = await test.database
      .selectFrom('episodes')
      .select('show_id')
      .where('episode_id', '=', episodeId)
      .executeTakeFirstOrThrow();
    const older = await addEpisode(test.database, show_id, {
      media_id,
      published_at: '2020-01-01T00:00:00Z',
    });
    await test.app.inject({ url: `/media/downloads/${episodeId}.mp3` });
    await test.app.inject({ url: file });
    const log = await readAudioLog(test);
    expect(log.map(({ episode_id }) => episode_id).sort()).toEqual([episodeId, older].sort());
  });

  it('logs answers without a body as no bytes', async () => {
    const { file } = await addAudio(Buffer.from('no body'));
    await fetch(origin + file, { method: 'HEAD' });
    const whole = await fetch(origin + file);
    await whole.text();
    await fetch(origin + file, { headers: { 'if-none-match': String(whole.headers.get('etag')) } });
    await fetch(origin + file, { headers: { range: 'bytes=99-' } });
    await expect.poll(() => readAudioLog(test)).toHaveLength(4);
    const log = await readAudioLog(test);
    const rows = log.map(({ method, status, bytes_sent }) => `${method} ${status} ${bytes_sent}`);
    expect(rows.sort()).toEqual(['GET 200 7', 'GET 304 0', 'GET 416 0', 'HEAD 200 0']);
  });

  it('logs fewer bytes than the file if the client leaves', async () => {
    const { file } = await addAudio(randomBytes(BYTES));
    const client = request(origin + file);
    const [answer] = await once(client, 'response');
    const [chunk] = await once(answer, 'data');
    answer.destroy();
    await expect.poll(() => readAudioLog(test)).toHaveLength(1);
    const [row] = await readAudioLog(test);
    expect(row?.status).toBe(200);
    expect(Number(row?.bytes_sent)).toBeGreaterThanOrEqual(chunk.length);
    expect(Number(row?.bytes_sent)).toBeLessThan(BYTES);
  });

  it('links the requests of a listener on two days, and never names the address', async () => {
    const { file } = await addAudio();
    const ask = (remoteAddress: string) => test.app.inject({ url: file, remoteAddress });
    await ask('2001:db8::1');
    now = new Date('2026-03-03T03:00:00Z');
    await ask('2001:db8::ffff');
    now = new Date('2026-03-03T04:00:00Z');
    await ask('2001:db8:0:1::1');
    await ask('::ffff:192.0.2.1');
    await ask('192.0.2.1');
    const [first, second, other, mapped, plain] = await readAudioLog(test);
    expect(second?.who_before).toEqual(first?.who);
    expect(second?.who).not.toEqual(first?.who);
    expect(other?.who_before).not.toEqual(first?.who);
    expect(plain?.who).toEqual(mapped?.who);
    expect(first?.who).toHaveLength(16);
  });
});

describe('a backup', () => {
  it('has the figures, but neither the log nor the salts', async () => {
    await test.app.inject({ url: (await addAudio()).file });
    await readAudioLog(test);
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    const names = (await listTables(client)).map(({ name }) => name);
    await client.end();
    const figures = ['download_hours', 'listening_days', 'listening_starts'];
    expect(names).toEqual(expect.arrayContaining(figures));
    const log = /^(audio_requests|numbers_|user_agents)/;
    expect(names.filter((name) => log.test(name))).toEqual([]);
  });
});

describe('the task keep_audio_log', () => {
  const keep = async () => {
    await test.deps.jobs.add(test.database, 'keep_audio_log', {});
    await test.runJobs();
  };
  const count = async (table: 'numbers_salts' | 'audio_requests' | 'user_agents') =>
    (await test.database.selectFrom(table).selectAll().execute()).length;

  it('destroys salts once they are 48 hours old, and removes rows after 90 days', async () => {
    const { file } = await addAudio();
    now = new Date('2026-05-01T12:00:00Z');
    await test.app.inject({ url: file });
    await readAudioLog(test);
    expect(await count('numbers_salts')).toBeGreaterThan(0);
    now = new Date('2026-05-03T00:00:00Z');
    await keep();
    expect(await count('numbers_salts')).toBe(0);
    expect(await count('audio_requests')).toBe(1);
    now = new Date('2026-07-30T12:00:00Z');
    await keep();
    expect(await count('audio_requests')).toBe(1);
    now = new Date('2026-07-31T00:00:00Z');
    await keep();
    expect(await count('audio_requests')).toBe(0);
    expect(await count('user_agents')).toBe(0);
  });

  it('does not bring back the salt of a day that is over', async () => {
    const { file } = await addAudio();
    now = new Date('2026-09-01T23:00:00Z');
    await test.app.inject({ url: file });
    now = new Date('2026-09-09T12:00:00Z');
    await readAudioLog(test);
    expect(await count('numbers_salts')).toBe(0);
  });
});

describe('createPlacement', () => {
  const SITE = 'https://pods.test';
  const WIDGETS = 'https://widgets.test';
  const CDN = 'https://cdn.test';
  it.each([
    ['audio on another origin', {}, `${SITE}/`, 'own'],
    ['a player of a separate origin', { widgetUrl: WIDGETS }, `${WIDGETS}/`, 'embed'],
    ['the site beside such players', { widgetUrl: WIDGETS }, `${SITE}/`, 'site'],
    ['a site with its own audio', { mediaUrl: SITE, widgetUrl: WIDGETS }, `${WIDGETS}/`, 'embed'],
    ['pages of others', {}, 'https://blog.test/', ''],
    ['no page', {}, undefined, ''],
  ])('knows %s', (_, more, referrer, expected) => {
    const config = { ...test.deps.config, siteUrl: SITE, widgetUrl: SITE, mediaUrl: CDN, ...more };
    expect(createPlacement(config)(referrer)).toBe(expected);
  });
});
