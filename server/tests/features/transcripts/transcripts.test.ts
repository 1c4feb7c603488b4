import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Transcript } from 'earshot/contract';
import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { multipart } from '../../helpers/multipart.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
});
afterAll(() => test?.close());

const VTT =
  'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ada>One &amp; two\n\n00:03.000 --> 00:04.000\nThree\n';
const pathOf = (id: number) => `/episode/${id}/transcript`;

async function put(id: number, type: string, payload: string | Buffer, query = '') {
  const headers = { 'content-type': type };
  const { answer, status, messages } = await ann.call('PUT', `${pathOf(id)}${query}`, {
    headers,
    payload,
  });
  return { status, messages, transcript: answer.json().response?.transcript as Transcript };
}

async function read(id: number, { headers = {}, query = '' } = {}) {
  const answer = await test.app.inject({ url: `/api${pathOf(id)}${query}`, headers });
  return { status: answer.statusCode, transcript: answer.json().response?.transcript };
}

const open = (url: string, headers = {}) =>
  test.app.inject({ url: url.replace('http://site.test', ''), headers });

async function publishedEpisode(visibility = 'public') {
  const { episode_id, show_id } = await ann.makeEpisode();
  return { ...(await ann.publish(episode_id, { visibility })), show_id };
}

const transcriptsInFeed = async (showId: number) => {
  const { body } = await test.app.inject(`/show/${showId}/episodes/feed`);
  return parseRssFeed(body).items?.[0]?.podcast?.transcripts;
};

const VERSION = expect.stringMatching(/^[0-9a-f]{32}$/);

const TYPES = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
  txt: 'text/plain',
};

describe('PUT /episode/{episode_id}/transcript', () => {
  it('refuses a wrong line in the language of the author', async () => {
    const { episode_id } = await ann.makeEpisode();
    const { messages } = await put(episode_id, 'text/vtt', 'a b', '?culture=it-IT');
    expect(messages).toBe('transcript: riga 1: deve essere WEBVTT');
  });

  it('keeps the words between signs that no program has escaped', async () => {
    const { episode_id } = await publishedEpisode();
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ada><i>If</i> x < 5 and y > 3\n';
    const { transcript } = await put(episode_id, 'text/vtt', vtt);
    const json = transcript.files.find(({ type }) => type === TYPES.json);
    const { segments } = (await open(json?.url ?? '')).json();
    expect(segments).toMatchObject([{ speaker: 'Ada', body: 'If x < 5 and y > 3' }]);
  });

  it('takes a speaker whose long name would be cut within a character', async () => {
    const { episode_id } = await publishedEpisode();
    const name = `${'a'.repeat(199)}🔔`;
    const vtt = `WEBVTT\n\n00:01.000 --> 00:02.500\n<v ${name}>One\n`;
    const { status, transcript } = await put(episode_id, 'text/vtt', vtt);
    expect(status).toBe(200);
    const json = transcript.files.find(({ type }) => type === TYPES.json);
    const { segments } = (await open(json?.url ?? '')).json();
    expect(segments).toMatchObject([{ speaker: 'a'.repeat(199), body: 'One' }]);
  });

  it('takes WebVTT, and serves it in every format that the feed names', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    expect(await transcriptsInFeed(show_id)).toBeUndefined();
    const { status, transcript } = await put(episode_id, 'text/vtt; charset=utf-8', VTT);
    expect(status).toBe(200);
    const files = Object.entries(TYPES).map(([format, type]) => ({
      type,
      url: `http://site.test/media/episodes/${episode_id}/transcript.${format}`,
    }));
    expect(transcript).toEqual({ language: 'en', cues: 2, version: VERSION, files });
    expect(await read(episode_id)).toEqual({ status: 200, transcript });
    const { answer } = await ann.call('GET', `/v2/episodes/${episode_id}`);
    const { episode } = answer.json().response;
    expect(episode.transcript).toEqual({ language: 'en', url: files[2]?.url });
    expect(await transcriptsInFeed(show_id)).toEqual(
      files.map((file) => ({ ...file, language: 'en' })),
    );

    const [vtt, srt, json, txt] = await Promise.all(files.map(({ url }) => open(url)));
    expect(vtt?.body).toContain('00:00:01.000 --> 00:00:02.500\n<v Ada>One &amp; two\n');
    expect(srt?.body).toContain('1\n00:00:01,000 --> 00:00:02,500\nAda: One & two\n');
    expect(json?.json().segments[0]).toEqual({
      speaker: 'Ada',
      startTime: 1,
      endTime: 2.5,
      body: 'One & two',
    });
    expect(txt?.body).toBe('Ada: One & two\n\nThree\n');
    expect(vtt?.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'content-language': 'en',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const again = await open(files[0]?.url ?? '', { 'if-none-match': String(vtt?.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    ['application/x-subrip', '1\n00:00:01,000 --> 00:00:02,000\nUno\n'],
    ['application/srt', '1\n00:00:01,000 --> 00:00:02,000\nUno\n'],
    [
      'application/json',
      JSON.stringify({ version: '1.0.0', segments: [{ startTime: 1, endTime: 2, body: 'Uno' }] }),
    ],
  ])('takes %s', async (type, payload) => {
    const { episode_id } = await publishedEpisode();
    const { transcript } = await put(episode_id, type, payload, '?language=it-it');
    expect(transcript).toMatchObject({ language: 'it-IT', cues: 1 });
    expect((await open(transcript.files[0]?.url ?? '')).body).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nUno\n',
    );
  });

  it('takes plain text, which has no times to serve', async () => {
    const { episode_id } = await publishedEpisode();
    const { transcript } = await put(episode_id, 'text/plain', 'Hello.\r\nWho is there?');
    const url = `http://site.test/media/episodes/${episode_id}/transcript.txt`;
    const files = [{ type: 'text/plain', url }];
    expect(transcript).toEqual({ language: 'en', cues: 0, version: VERSION, files });
    expect((await open(url)).body).toBe('Hello.\nWho is there?\n');
    expect((await open(url.replace('.txt', '.vtt'))).statusCode).toBe(404);
  });

  it('takes a file of multipart data, whose name says what it is', async () => {
    const { episode_id } = await publishedEpisode();
    const file = { bytes: Buffer.from(VTT), filename: 'Talk.VTT', type: 'text/plain' };
    const { headers, payload } = multipart('transcript', file, { language: 'fr' });
    const { transcript } = await put(episode_id, headers['content-type'], payload);
    expect(transcript).toMatchObject({ language: 'fr', cues: 2 });
    const unknown = multipart('file', {
      ...file,
      filename: 'talk.doc',
      type: 'application/msword',
    });
    expect((await put(episode_id, headers['content-type'], unknown.payload)).messages).toBe(
      'file: must be a transcript; its name ends in .vtt, .srt, .json or .txt',
    );
    const stray = multipart('file', file, { colour: 'red' });
    expect((await put(episode_id, headers['content-type'], stray.payload)).messages).toContain(
      'colour: is not known',
    );
  });

  it('replaces the transcript before, and sent twice changes nothing', async () => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, 'text/vtt', VTT);
    const first = await put(episode_id, 'text/plain', 'Ciao', '?language=it');
    expect(await put(episode_id, 'text/plain', 'Ciao', '?language=it')).toEqual(first);
    expect((await read(episode_id)).transcript).toEqual(first.transcript);
    const { body } = await open(first.transcript.files[0]?.url ?? '');
    expect(body).toBe('Ciao\n');
  });

  it.each([
    ['text/vtt', 'Hello', 400, 'transcript: line 1: must be WEBVTT'],
    ['application/json', '{"segments":7}', 400, 'transcript: segments: must be a list of segments'],
    ['text/plain', ' ', 400, 'transcript: is empty'],
    ['text/plain', 'x'.repeat((4 << 20) + 1), 413, 'transcript: must be at most 4 MB'],
    ['application/pdf', '%PDF', 415, 'Content-Type: must be one of multipart/form-data, text/vtt'],
    ['application/x-www-form-urlencoded', 'a=b', 415, 'Content-Type: must be one of'],
  ])('refuses a wrong %s in words', async (type, payload, status, words) => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, 'text/plain', 'Before');
    const refused = await put(episode_id, type, payload);
    expect(refused.messages).toContain(words);
    expect(refused.status).toBe(status);
    expect((await open(`/media/episodes/${episode_id}/transcript.txt`)).body).toBe('Before\n');
  });

  it('refuses fields that it does not know, and takes those of every route', async () => {
    const { episode_id } = await publishedEpisode();
    const { messages } = await put(episode_id, 'text/plain', 'x', '?lang=it');
    expect(messages).toContain('lang: is not known; known fields are');
    const query = '?culture=it-IT&c=it&escape=1&v=2&language=it';
    expect((await put(episode_id, 'text/plain', 'x', query)).status).toBe(200);
  });

  it('refuses an unknown language, and a request without a file', async () => {
    const { episode_id } = await publishedEpisode();
    const wrong = await put(episode_id, 'text/plain', 'x', '?language=klingonese-x-');
    expect(wrong.messages).toContain('language: must be a language');
    const { messages } = await ann.call('PUT', pathOf(episode_id));
    expect(messages).toBe('file: is required, as the body or as a part of it');
  });

  it('calls a language unknown that the show does not name', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    await test.database
      .updateTable('shows')
      .set({ language: 'Italiano \u2013 e altro' })
      .where('show_id', '=', show_id)
      .execute();
    const odd = 'WEBVTT\nLanguage: a_b!c\n\n00:01.000 --> 00:02.000\nHi\n';
    const { transcript } = await put(episode_id, 'text/vtt', odd);
    expect(transcript.language).toBe('und');
    const file = await open(transcript.files[0]?.url ?? '');
    expect(file.headers['content-language']).toBe('und');
  });

  it('keeps the transcript before if the connection breaks', async () => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, 'text/plain', 'Before');
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const head = [
      `PUT /api${pathOf(episode_id)} HTTP/1.1`,
      'Host: site.test',
      `Authorization: ${ann.headers.authorization}`,
      'Content-Type: text/plain',
      'Content-Length: 1000',
    ].join('\r\n');
    const answered = new Promise((resolve) => test.app.server.once('request', resolve));
    socket.write(`${head}\r\n\r\nHalf of it`);
    await answered;
    socket.destroy();
    await once(socket, 'close');
    expect((await open(`/media/episodes/${episode_id}/transcript.txt`)).body).toBe('Before\n');
  });

  it('keeps one of many transcripts that are sent at the same moment', async () => {
    const { episode_id } = await publishedEpisode();
    const sent = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text, at) =>
        put(episode_id, 'text/plain', text, `?language=${['en', 'it', 'fr', 'de'][at]}`),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const rows = await test.database
      .selectFrom('transcripts')
      .select('language')
      .where('episode_id', '=', episode_id)
      .execute();
    expect(rows).toHaveLength(1);
    expect((await read(episode_id)).transcript.language).toBe(rows[0]?.language);
  });
});

/** A transcript of one cue. */
const cueOf = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

describe('a transcript that two editors have open', () => {
  const change = async (method: 'PUT' | 'DELETE', id: number, tag: string, payload = '') => {
    const headers = { 'if-match': tag, ...(payload ? { 'content-type': 'text/vtt' } : {}) };
    const { answer, status } = await ann.call(method, pathOf(id), {
      headers,
      ...(payload ? { payload } : {}),
    });
    return { status, tag: String(answer.headers.etag), reason: answer.json().error?.reason };
  };
  const tagOf = async (id: number, query = '') =>
    String((await ann.call('GET', pathOf(id) + query)).answer.headers.etag);
  const wordsOf = async (id: number) =>
    (await open(`/media/episodes/${id}/transcript.txt`)).body.trim();

  it('has another tag after each change of its words, times or language', async () => {
    const { episode_id } = await publishedEpisode();
    const tags = new Set<string>();
    for (const [text, language] of [['One'], ['Two'], ['Two', 'it']] as const) {
      await put(episode_id, 'text/vtt', cueOf(text), language ? `?language=${language}` : '');
      tags.add(await tagOf(episode_id));
    }
    await put(episode_id, 'text/vtt', cueOf('Two').replace('01.000', '01.500'), '?language=it');
    tags.add(await tagOf(episode_id));
    for (const text of ['One', 'Two']) {
      await put(episode_id, 'text/plain', text);
      tags.add(await tagOf(episode_id));
    }
    expect(tags.size).toBe(6);
  });

  it('keeps the change of the first, and takes those of the second after a new reading', async () => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, 'text/vtt', cueOf('Before'));
    const tag = await tagOf(episode_id);
    const first = await change('PUT', episode_id, tag, cueOf('First'));
    expect(first).toMatchObject({ status: 200, tag: await tagOf(episode_id) });
    const refused = { status: 412, reason: 'PRECONDITION_FAILED' };
    expect(await change('PUT', episode_id, tag, cueOf('Second'))).toMatchObject(refused);
    expect(await change('DELETE', episode_id, tag)).toMatchObject(refused);
    expect(await wordsOf(episode_id)).toBe('First');
    const second = await change('PUT', episode_id, first.tag, cueOf('Second'));
    expect((await change('PUT', episode_id, second.tag, cueOf('Third'))).status).toBe(200);
    expect(await wordsOf(episode_id)).toBe('Third');
  });

  it('takes one of two changes of the same version at the same moment', async () => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, 'text/vtt', cueOf('Before'));
    const tag = await tagOf(episode_id);
    const texts = ['First', 'Second'];
    const sent = await Promise.all(
      texts.map((text) => change('PUT', episode_id, tag, cueOf(text))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 412]);
    const kept = texts[sent.findIndex(({ status }) => status === 200)];
    expect(await wordsOf(episode_id)).toBe(kept);
  });

  it('has a tag too while there is none, so that one of two first ones is kept', async () => {
    const { episode_id } = await publishedEpisode();
    const none = await tagOf(episode_id, '?optional=true');
    const first = await change('PUT', episode_id, none, cueOf('First'));
    expect(first.status).toBe(200);
    expect((await change('PUT', episode_id, none, cueOf('Second'))).status).toBe(412);
    const removed = await change('DELETE', episode_id, first.tag);
    expect(removed).toMatchObject({ status: 200, tag: none });
    expect((await change('PUT', episode_id, first.tag, cueOf('Second'))).status).toBe(412);
    expect((await change('PUT', episode_id, none, cueOf('Second'))).status).toBe(200);
  });

  it('exists for `*`, or does not', async () => {
    const { episode_id } = await publishedEpisode();
    expect((await change('PUT', episode_id, '*', cueOf('First'))).status).toBe(412);
    await put(episode_id, 'text/vtt', cueOf('First'));
    expect((await change('PUT', episode_id, '*', cueOf('Second'))).status).toBe(200);
    expect((await change('DELETE', episode_id, '*')).status).toBe(200);
    expect((await change('DELETE', episode_id, '*')).status).toBe(412);
  });
});

describe('GET /episode/{episode_id}/transcript', () => {
  it('answers 404 in words for an episode without one', async () => {
    const { episode_id } = await publishedEpisode();
    const { messages } = await ann.call('GET', pathOf(episode_id));
    expect(messages).toBe('This episode has no transcript.');
    const asked = await test.app.inject(`/api/episode/${episode_id}/transcript?optional=true`);
    expect([asked.statusCode, asked.json().response]).toEqual([200, { transcript: null }]);
  });

  it('shows the transcript of a private episode to those who have its key', async () => {
    const { episode_id, access_key } = await publishedEpisode('private');
    const { transcript } = await put(episode_id, 'text/plain', 'Secret');
    const url = transcript.files[0]?.url ?? '';
    expect(url).toContain(`/episodes/${episode_id}-${access_key}/transcript.txt`);
    expect((await open(url)).body).toBe('Secret\n');
    expect((await open(`/media/episodes/${episode_id}/transcript.txt`)).statusCode).toBe(404);
    expect((await open(`/media/episodes/${episode_id}-wrong/transcript.txt`)).statusCode).toBe(404);
    expect((await read(episode_id)).status).toBe(404);
    expect((await read(episode_id, { query: `?key=${access_key}` })).status).toBe(200);
    await ann.publish(episode_id, { visibility: 'public' });
    expect((await open(`/media/episodes/${episode_id}/transcript.txt`)).body).toBe('Secret\n');
  });

  it('shows the transcript of a draft to its author alone', async () => {
    const { episode_id } = await ann.makeEpisode();
    await put(episode_id, 'text/plain', 'Not yet');
    const url = `/media/episodes/${episode_id}/transcript.txt`;
    expect((await open(url)).statusCode).toBe(404);
    const own = await open(url, ann.cookies);
    expect(own.body).toBe('Not yet\n');
    expect(own.headers['cache-control']).toContain('private');
    const bob = await test.signIn();
    expect((await open(url, bob.headers)).statusCode).toBe(404);
    expect((await read(episode_id, { headers: bob.headers })).status).toBe(404);
  });
});

describe('DELETE /episode/{episode_id}/transcript', () => {
  it('removes it, and the second time changes nothing', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    const { transcript } = await put(episode_id, 'text/vtt', VTT);
    expect((await open(transcript.files[0]?.url ?? '')).statusCode).toBe(200);
    expect((await ann.call('DELETE', pathOf(episode_id))).status).toBe(200);
    expect((await ann.call('DELETE', pathOf(episode_id))).status).toBe(200);
    expect((await read(episode_id)).status).toBe(404);
    expect((await open(transcript.files[0]?.url ?? '')).statusCode).toBe(404);
    expect(await transcriptsInFeed(show_id)).toBeUndefined();
  });

  it('ends with the files of an imported feed, which count until the author sends his own', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    const link = { url: 'https://old.test/1.srt', type: 'application/srt' };
    const transcript_links = JSON.stringify([{ ...link, language: 'es', rel: null }]);
    await test.database
      .updateTable('episodes')
      .set({ transcript_links })
      .where('episode_id', '=', episode_id)
      .execute();
    const imported = { language: 'es', cues: 0, version: null, files: [link] };
    expect((await read(episode_id)).transcript).toEqual(imported);
    expect(await transcriptsInFeed(show_id)).toEqual([{ ...link, language: 'es' }]);
    await put(episode_id, 'text/plain', 'Own');
    expect(await transcriptsInFeed(show_id)).toMatchObject([{ type: 'text/plain' }]);
    await ann.call('DELETE', pathOf(episode_id));
    expect((await read(episode_id)).status).toBe(404);
    expect(await transcriptsInFeed(show_id)).toBeUndefined();
  });
});
