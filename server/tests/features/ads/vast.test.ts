import type { ServerResponse } from 'node:http';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askVast } from '../../../src/features/ads/vast/ask-vast.ts';
import { readVast } from '../../../src/features/ads/vast/read-vast.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import {
  audioFile,
  inline,
  startVast,
  type VastServer,
  wrapper,
} from '../../helpers/vast-server.ts';

const BOB = 'c0ffee00-0000-4000-8000-000000000001';

let vast: VastServer;
let test: TestApp;
let ann: Author;
let episodeId: number;
beforeAll(async () => {
  vast = await startVast();
  test = await openTestApp(
    {
      ADS_URL: `vast:${vast.url}/tag?cb=[CACHEBUSTING]&b=[BREAKPOSITION]&e=[CONTENTID]&ua=[DEVICEUA]&lat=[LIMITADTRACKING]`,
      ADS_PRIVATE: 'true',
    },
    { renderPlayerPage: ({ config }) => String(config.ads_url) },
  );
  ann = author(test, await test.signIn());
  episodeId = (await ann.makeEpisode()).episode_id;
  await ann.publish(episodeId);
});
afterAll(async () => {
  await test?.close();
  await vast?.close();
});
beforeEach(() => vast.answers.set('/tag', inline('ad')));
afterEach(() => {
  vast.answers.clear();
  vast.requests.length = 0;
});

type Events = Record<string, { url: string; method: string }[]>;
interface Ad {
  audio: { http_url: string; duration: number; events: Events } | null;
  events: Events;
}

async function ask(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Ad[]> {
  const fields = new URLSearchParams({ episode_id: String(episodeId), client_uuid: BOB, ...query });
  const { statusCode, body } = await test.app.inject({
    url: `/api/v3/ads/listen?${fields}`,
    headers: { 'user-agent': 'Tin Can 1.0', ...headers },
  });
  expect(statusCode).toBe(200);
  return JSON.parse(body).response.ads;
}

/** A wrapper that asks for the reason if no ad plays. */
const reporting = (text: string) => text.replace('/error<', '/error?c=[ERRORCODE]<');
const urlsOf = (events: Events | undefined, name: string) => events?.[name]?.map(({ url }) => url);

describe('an ad server that speaks VAST', () => {
  it('is asked for the position, in the name of the listener', async () => {
    const [ad, ...others] = await ask();
    expect(others).toEqual([]);
    expect(ad?.audio).toMatchObject({ http_url: 'https://cdn.example/ad.mp3', duration: 20.5 });
    const [{ query, headers } = { query: new URLSearchParams(), headers: {} }] = vast.requests;
    expect(Object.fromEntries(query)).toMatchObject({
      b: '1',
      e: String(episodeId),
      ua: 'Tin Can 1.0',
      lat: '0',
    });
    expect(query.get('cb')).toMatch(/^\d{8}$/);
    expect(headers).toMatchObject({
      'x-device-ip': '127.0.0.1',
      'x-device-user-agent': 'Tin Can 1.0',
    });
  });

  it('hears of the events that it has addresses for', async () => {
    const events = (await ask())[0]?.audio?.events;
    expect(Object.keys(events ?? {})).toEqual(['impression', 'start', 'complete', 'error']);
    expect(urlsOf(events, 'impression')).toEqual([
      'https://count.example/ad/impression?cb=%5BCACHEBUSTING%5D&x=-1', // the player fills it in
    ]);
    expect(urlsOf(events, 'complete')).toEqual([
      'https://count.example/ad/complete?a=https%3A%2F%2Fcdn.example%2Fad.mp3',
    ]);
    expect(urlsOf(events, 'error')).toEqual(['https://count.example/ad/error?code=405']);
  });

  it('may leave the length of its ad to the file', async () => {
    vast.answers.set('/tag', inline('ad').replace(/<Duration>.*<\/Duration>/, ''));
    const [ad] = await ask();
    expect(ad?.audio?.http_url).toBe('https://cdn.example/ad.mp3');
    expect(ad?.audio).not.toHaveProperty('duration');
  });

  it('learns nothing about a listener who has opted out', async () => {
    const [ad] = await ask({ client_dnt: '1' });
    expect(ad?.audio?.events).toEqual({});
    const [{ query, headers } = { query: new URLSearchParams(), headers: {} }] = vast.requests;
    expect(query.get('lat')).toBe('1');
    expect(query.get('ua')).toBe('-1');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-device'))).toEqual([]);
  });

  it('may pass the question on, and every wrapper counts', async () => {
    vast.answers.set('/tag', wrapper('outer', `${vast.url}/second`));
    vast.answers.set('/second', wrapper('inner', `${vast.url}/third`));
    vast.answers.set('/third', inline('ad'));
    const events = (await ask())[0]?.audio?.events;
    expect(urlsOf(events, 'start')).toEqual(
      ['outer', 'inner', 'ad'].map((name) => `https://count.example/${name}/start`),
    );
  });

  it('hears that wrappers have no end', async () => {
    vast.answers.set('/tag', wrapper('loop', `${vast.url}/tag`));
    const [ad] = await ask();
    expect(ad?.audio).toBe(null);
    expect(urlsOf(ad?.events, 'no_ad')).toContain('https://count.example/loop/error');
    expect(vast.requests).toHaveLength(6);
  });

  it('may have no ad', async () => {
    vast.answers.set(
      '/tag',
      '<VAST version="4.2"><Error>https://count.example/none?c=[ERRORCODE]</Error></VAST>',
    );
    expect(urlsOf((await ask())[0]?.events, 'no_ad')).toEqual(['https://count.example/none?c=303']);
    vast.answers.set('/tag', '<VAST version="4.2"/>');
    expect(await ask()).toEqual([]);
  });

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['a byte-order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    [
      'ISO-8859-1',
      (text: string) =>
        Buffer.from(
          text.replace('?>', ' encoding="ISO-8859-1"?>').replace('ad.mp3', 'caf\u00e9.mp3'),
          'latin1',
        ),
    ],
  ])('may write in %s', async (_, encode) => {
    vast.answers.set('/tag', (reply) => reply.writeHead(200).end(encode(inline('ad'))));
    expect((await ask())[0]?.audio?.http_url).toMatch(
      /^https:\/\/cdn\.example\/(ad|caf\u00e9)\.mp3$/,
    );
  });

  it('numbers the ads of a pod, of which the first with audio plays', async () => {
    const numbered = (name: string, sequence: number, file?: string) =>
      /<Ad id.*<\/Ad>/s
        .exec(inline(name, file))?.[0]
        .replace('<Ad ', `<Ad sequence="${sequence}" `);
    const film = audioFile('https://cdn.example/film.mp4', 'video/mp4');
    const ads = [numbered('third', 3), numbered('first', 1, film), numbered('second', 2)];
    vast.answers.set('/tag', `<v:VAST xmlns:v="http://www.iab.com/VAST">${ads.join('')}</v:VAST>`);
    const events = (await ask())[0]?.audio?.events;
    expect(urlsOf(events, 'start')).toEqual(['https://count.example/second/start']);
  });

  it('plays the first ad of a pod with audio from https, which a site on https needs', async () => {
    const numbered = (sequence: number, url: string) =>
      /<Ad id.*<\/Ad>/s
        .exec(inline(`ad${sequence}`, audioFile(url, 'audio/mpeg')))?.[0]
        .replace('<Ad ', `<Ad sequence="${sequence}" `);
    const ads = [numbered(1, 'http://cdn.example/1.mp3'), numbered(2, 'https://cdn.example/2.mp3')];
    const { ad } = readVast(`<VAST version="4.2">${ads.join('')}</VAST>`, true);
    expect(ad?.sounds.map(({ url }) => url)).toEqual(['https://cdn.example/2.mp3']);
  });

  it('hears that its ad has no audio that can be played', async () => {
    vast.answers.set('/tag', inline('ad', audioFile('https://cdn.example/ad.mp4', 'video/mp4')));
    const [ad] = await ask();
    expect(ad?.audio).toBe(null);
    expect(urlsOf(ad?.events, 'no_ad')).toEqual(['https://count.example/ad/error?code=403']);
  });

  it('hears that an ad is too long, and no other one moves into its position', async () => {
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: { postroll: true } });
    const long = inline('long').replace('00:00:20.500', '00:10:00.001');
    let asked = 0;
    vast.answers.set('/tag', (reply) => {
      asked += 1;
      reply.writeHead(200).end(asked === 1 ? long : inline('ad'));
    });
    const ads = await ask();
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: { postroll: false } });
    const at = ads.findIndex(({ audio }) => audio === null);
    expect(ads).toHaveLength(2);
    expect(ads[at]).toMatchObject({ audio: null, keeps_position: true });
    expect(urlsOf(ads[at]?.events, 'no_ad')).toEqual(['https://count.example/long/error?code=202']);
  });

  it.each([
    ['in whatever order, by its type', ['audio/ogg', 'audio/aac', 'audio/mp3'], 2],
    ['MP4 before types that it has not asked for', ['audio/ogg', 'audio/wav', 'audio/mp4'], 2],
    ['with parameters', ['audio/ogg', 'Audio/MPEG; rate=44100'], 1],
    ['but no playlist', ['audio/mpegurl', 'audio/x-mpegurl; charset=utf-8', 'audio/ogg'], 2],
    ['but no manifest', ['audio/dash+xml', 'audio/ogg'], 1],
  ])('offers files %s', async (_, types, chosen) => {
    const files = types.map((type, at) => audioFile(`https://cdn.example/${at}`, type));
    vast.answers.set('/tag', inline('ad', files.join('')));
    expect((await ask())[0]?.audio?.http_url).toBe(`https://cdn.example/${chosen}`);
  });

  it.each<[string, string | ((reply: ServerResponse) => void), number]>([
    ['nothing', '', 303],
    ['204', (reply) => reply.writeHead(204).end(), 303],
    ['no ad', '<VAST version="4.2"/>', 303],
    ['404', (reply) => reply.writeHead(404).end(), 301],
    ['HTML', '<!doctype html><p>Not found', 100],
  ])('hears that the target of its wrapper answers with %s', async (_, answer, code) => {
    vast.answers.set('/tag', reporting(wrapper('outer', `${vast.url}/second`)));
    vast.answers.set('/second', answer);
    const [ad] = await ask();
    expect(urlsOf(ad?.events, 'no_ad')).toEqual([`https://count.example/outer/error?c=${code}`]);
  });

  it.each(['', 'file:///etc/passwd'])('hears that its wrapper points to "%s"', async (target) => {
    vast.answers.set('/tag', reporting(wrapper('outer', target)));
    const [ad] = await ask();
    expect(urlsOf(ad?.events, 'no_ad')).toEqual(['https://count.example/outer/error?c=300']);
  });

  it('hears in its trackers what it was told in its own address', async () => {
    const macros =
      'b=[BREAKPOSITION]&lat=[LIMITADTRACKING]&types=[MEDIAMIME]&at=%5bBREAKPOSITION%5d';
    vast.answers.set('/tag', inline('ad').replace('cb=[CACHEBUSTING]', macros));
    const [url = ''] = urlsOf((await ask())[0]?.audio?.events, 'impression') ?? [];
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      b: '1',
      lat: '0',
      types: 'audio/mpeg,audio/mp4,audio/aac',
      at: '1',
      x: '-1',
    });
  });

  it('may forbid another wrapper', async () => {
    const outer = wrapper('outer', `${vast.url}/second`);
    vast.answers.set(
      '/tag',
      outer.replace('<Wrapper', '<Wrapper followAdditionalWrappers="false"'),
    );
    vast.answers.set('/second', wrapper('inner', `${vast.url}/third`));
    vast.answers.set('/third', inline('ad'));
    expect((await ask())[0]?.audio).toBe(null);
    expect(vast.requests.map(({ path }) => path)).toEqual(['/tag', '/second']);
    vast.answers.set('/second', inline('ad'));
    expect((await ask())[0]?.audio?.http_url).toBe('https://cdn.example/ad.mp3');
  });

  it('is asked only for what the campaigns of this host leave', async () => {
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: { postroll: true } });
    const media_id = await addUpload(test.database, ann.userId);
    const path = `/v2/user/${ann.userId}/ads/campaigns`;
    expect((await ann.call('POST', path, { payload: { title: 'Soap', media_id } })).status).toBe(
      201,
    );
    const [own, theirs] = await ask();
    expect(own?.audio?.http_url).toContain('http://site.test/media/');
    expect(theirs?.audio?.http_url).toBe('https://cdn.example/ad.mp3');
    expect(vast.requests.map(({ query }) => query.get('b'))).toEqual(['3']);
    await test.database.deleteFrom('ad_campaigns').execute();
    await ann.must('episode', 'PUT', `/episode/${episodeId}`, { payload: { postroll: false } });
  });

  it.each<[string, InjectOptions]>([
    ['a HEAD request', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['an older prefetch', { headers: { purpose: 'prefetch' } }],
  ])('is not asked for %s', async (_, options) => {
    const url = `/api/v3/ads/listen?episode_id=${episodeId}`;
    const { statusCode, headers, body } = await test.app.inject({ url, ...options });
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    if (options.method !== 'HEAD') expect(JSON.parse(body)).toEqual({ response: { ads: [] } });
    expect(vast.requests).toEqual([]);
  });

  it('is named by pages through this server, which keeps its address to itself', async () => {
    const { body } = await test.app.inject({ url: `/player?episode_id=${episodeId}` });
    expect(body).toBe('http://site.test/api');
  });
});

describe('hostile VAST', () => {
  const listener = { address: '203.0.113.9', userAgent: 'Tin Can 1.0', isTrackingRefused: false };
  const search = (options: { isPrivate?: boolean; isSecure?: boolean } = {}) => {
    const { isPrivate = true, isSecure = false } = options;
    const server = { url: `${vast.url}/tag`, isPrivate };
    const at = { episodeId: 1, position: 'pre' as const };
    return askVast(server, { listener, at, isSecure }, { patienceMs: 1_000 });
  };

  it.each([
    ['a page of HTML', '<!doctype html><p>Not found'],
    ['nothing', ''],
    [
      'entities that grow',
      '<!DOCTYPE VAST [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><VAST><Ad><InLine>&b;</InLine></Ad></VAST>',
    ],
    ['a script for audio', inline('ad', audioFile('javascript:alert(1)'))],
    ['a file of this machine', inline('ad', audioFile('file:///etc/passwd'))],
    ['video only', inline('ad', audioFile('https://cdn.example/ad.mp4', 'video/mp4'))],
    ['deep elements', '<VAST>'.repeat(100_000)],
    ['a wrapper of a file', wrapper('outer', 'file:///etc/passwd')],
  ])('is no ad: %s', async (_, text) => {
    vast.answers.set('/tag', text);
    expect((await search()).sound).toBe(null);
  });

  it('never ends: it is given up', async () => {
    vast.answers.set('/tag', (reply) => {
      const timer = setInterval(() => reply.write('<VAST>'.repeat(1_000)), 1);
      reply.on('close', () => clearInterval(timer));
    });
    expect((await search()).sound).toBe(null);
    vast.answers.set('/tag', () => {});
    expect((await search()).errorCode).toBe(301);
  });

  it('cannot make this server ask a private network', async () => {
    expect((await search({ isPrivate: false })).sound).toBe(null);
    expect(vast.requests).toEqual([]);
    vast.answers.set('/tag', wrapper('outer', 'http://127.0.0.2:1/secret'));
    expect((await search()).sound).toBe(null);
  });

  it('plays nothing from http in a page from https', async () => {
    vast.answers.set(
      '/tag',
      inline(
        'ad',
        audioFile('http://cdn.example/ad.mp3') +
          audioFile('https://cdn.example/b.m4a', 'audio/mp4'),
      ),
    );
    expect((await search()).sound?.url).toBe('http://cdn.example/ad.mp3');
    expect((await search({ isSecure: true })).sound?.url).toBe('https://cdn.example/b.m4a');
  });
});
