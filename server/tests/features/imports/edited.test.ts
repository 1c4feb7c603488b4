import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFeed } from '../../../src/features/imports/import-feed.ts';
import type { Fetcher } from '../../../src/platform/http/fetch-source.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { multipart } from '../../helpers/multipart.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

// Edits of an author survive a later import. Everything else follows the feed.

let test: SharedApp;
let folder: string;
let ann: Author;
let number = 0;
beforeAll(async () => {
  test = await sharedApp();
  folder = await mkdtemp(join(tmpdir(), 'earshot-edited-'));
});
beforeEach(async () => {
  ann = author(test, await test.signIn());
  number += 1;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const picture = (background: string) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer();

/** Each address of the feed has other bytes. */
const fetcher: Fetcher = async (url) => {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('.json')) {
    const chapters = [{ startTime: 0, title: searchParams.get('title') ?? '' }];
    const body = Buffer.from(JSON.stringify({ version: '1.2.0', chapters }));
    return { body: Readable.from([body]), contentType: 'application/json' };
  }
  if (pathname.endsWith('.vtt')) {
    const body = Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\nWords of ${pathname}`);
    return { body: Readable.from([body]), contentType: 'text/vtt' };
  }
  const body = pathname.endsWith('.png')
    ? await picture(`#${searchParams.get('color')}`)
    : makeMp3({ rate: 44_100, seconds: Number(searchParams.get('seconds')) });
  return { body: Readable.from([body]), contentType: '' };
};

interface Words {
  title?: string;
  notes?: string;
  date?: string;
  cover?: string | null;
  chapters?: string | null;
  transcript?: string;
  seconds?: number;
}

const OLD = {
  title: 'Old',
  notes: 'Old notes',
  date: '2020-01-01',
  cover: '112233',
  chapters: 'Old chapter',
  transcript: 'old.vtt',
  seconds: 1,
} satisfies Words;
const NEW = {
  title: 'New',
  notes: 'New notes',
  date: '2021-02-02',
  cover: '445566',
  chapters: 'New chapter',
  transcript: 'new.vtt',
  seconds: 2,
} satisfies Words;

const feedOf = ({ title, notes, date, cover, chapters, transcript, seconds }: Words) => {
  const at = (name: string) => `https://old.test/${name}`;
  const image = cover ? `<itunes:image href="${at(`c.png?color=${cover}`)}"/>` : '';
  const named = chapters ? encodeURIComponent(chapters) : null;
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
    <title>${title} show</title><description>${notes}</description><language>en</language>
    <podcast:guid>edited-${number}</podcast:guid>${image}
    <item><guid>edited-1</guid><title>${title}</title><description>${notes}</description>
      <pubDate>${new Date(date ?? 0).toUTCString()}</pubDate>
      ${cover ? `<itunes:image href="${at(`i.png?color=${cover}`)}"/>` : ''}
      ${named ? `<podcast:chapters url="${at(`c.json?title=${named}`)}" type="application/json+chapters"/>` : ''}
      <podcast:transcript url="${at(transcript ?? '')}" type="text/vtt"/>
      <enclosure url="${at(`a.mp3?seconds=${seconds}`)}" length="${seconds}" type="audio/mpeg"/>
    </item></channel></rss>`;
};

async function bring(words: Words) {
  const path = join(folder, `${number}.xml`);
  await writeFile(path, feedOf(words));
  const { database, store } = test;
  const summary = await importFeed(path, { database, store, fetcher, owner: ann.permalink });
  expect(summary.warnings).toEqual([]);
  const { show_id } = summary;
  const { episode_id } = await database
    .selectFrom('episodes')
    .select('episode_id')
    .where('show_id', '=', show_id)
    .executeTakeFirstOrThrow();
  return { show_id: show_id ?? 0, episode_id };
}

/** The show and the episode as answered by the API. */
async function read({ show_id, episode_id }: { show_id: number; episode_id: number }) {
  const show = await ann.must('show', 'GET', `/show/${show_id}`);
  const episode = await ann.read(episode_id);
  const feed = (await test.app.inject(`/show/${show_id}/episodes/feed`)).body;
  return { show, episode, feed };
}

describe('importing a feed again', () => {
  it('follows the feed in everything that nobody has edited', async () => {
    const ids = await bring(OLD);
    const before = await read(ids);
    expect(await bring(NEW)).toEqual(ids);
    const { show, episode, feed } = await read(ids);
    expect(show).toMatchObject({ title: 'New show', description: 'New notes' });
    expect(episode).toMatchObject({
      title: 'New',
      description: 'New notes',
      published_at: '2021-02-02T00:00:00.000Z',
      chapters: [{ title: 'New chapter' }],
    });
    expect(Math.round(episode.duration)).toBe(2);
    expect(feed).toContain('transcript.vtt');
    const { cues } = await test.database
      .selectFrom('transcripts')
      .select('cues')
      .where('episode_id', '=', ids.episode_id)
      .executeTakeFirstOrThrow();
    expect(cues?.[0]?.text).toBe('Words of /new.vtt');
    expect(show.image_url).not.toBe(before.show.image_url);
    expect(episode.image_url).not.toBe(before.episode.image_url);
  });

  it('keeps the words that the author has edited, and only those', async () => {
    const ids = await bring(OLD);
    const { show_id, episode_id } = ids;
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { title: 'Mine' } });
    // A form sends all fields, including unchanged ones.
    const payload = { title: 'My title', description: '<p>Mine</p>', season: null };
    await ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload });
    for (const words of [NEW, NEW]) {
      await bring(words);
      const { show, episode } = await read(ids);
      expect(show).toMatchObject({ title: 'Mine', description: 'New notes' });
      expect(episode).toMatchObject({ title: 'My title', description: '<p>Mine</p>' });
      expect(episode.chapters).toMatchObject([{ title: 'New chapter' }]);
    }
  });

  it('keeps the date that the author has given', async () => {
    const ids = await bring(OLD);
    await ann.publish(ids.episode_id, { published_at: '2019-05-05T00:00:00Z' });
    await bring(NEW);
    const { episode } = await read(ids);
    expect(episode).toMatchObject({ title: 'New', published_at: '2019-05-05T00:00:00.000Z' });
  });

  it.each(['PUT', 'DELETE'] as const)('keeps the covers after %s', async (method) => {
    const ids = await bring(OLD);
    const { show_id, episode_id } = ids;
    const cover = method === 'PUT' && multipart('image', { bytes: await picture('#ff0000') });
    for (const path of [`/show/${show_id}/cover`, `/episode/${episode_id}/cover`]) {
      expect((await ann.call(method, path, cover || {})).status).toBe(200);
    }
    const before = await read(ids);
    await bring(NEW);
    const { show, episode } = await read(ids);
    expect(show.image_original_url).toBe(before.show.image_original_url);
    expect(episode.image_original_url).toBe(before.episode.image_original_url);
    expect(episode.title).toBe('New');
  });

  it('keeps a cover and chapters that the feed had none of when they were made', async () => {
    const bare = { ...OLD, cover: null, chapters: null };
    const ids = await bring(bare);
    const bytes = await picture('#00ff00');
    await ann.must('show', 'PUT', `/show/${ids.show_id}/cover`, multipart('image', { bytes }));
    const payload = { chapters: [{ starts_at: 0, title: 'Mine' }] };
    await ann.call('PUT', `/episode/${ids.episode_id}/chapters`, { payload });
    const before = await read(ids);
    await bring(NEW);
    const { show, episode } = await read(ids);
    expect(show.image_original_url).toBe(before.show.image_original_url);
    expect(episode.chapters).toMatchObject([{ title: 'Mine' }]);
  });

  it.each([
    [[{ starts_at: 0, title: 'Mine' }], ['Mine']],
    [[], []],
  ])('keeps the chapters of the author: %j', async (chapters, titles) => {
    const ids = await bring(OLD);
    const path = `/episode/${ids.episode_id}/chapters`;
    expect((await ann.call('PUT', path, { payload: { chapters } })).status).toBe(200);
    await bring(NEW);
    const { episode, feed } = await read(ids);
    expect(episode.chapters.map(({ title }) => title)).toEqual(titles);
    expect(feed).not.toContain('https://old.test/c.json');
  });

  it('keeps the transcript of the author, and brings none back that he has removed', async () => {
    const ids = await bring(OLD);
    const path = `/episode/${ids.episode_id}/transcript`;
    const headers = { 'content-type': 'text/plain' };
    await ann.call('PUT', path, { payload: 'My words', headers });
    await bring(NEW);
    expect((await read(ids)).feed).not.toContain('https://old.test/new.vtt');
    await ann.call('DELETE', path);
    await bring(NEW);
    expect((await read(ids)).feed).not.toContain('.vtt');
  });

  it('keeps the audio of the author', async () => {
    const ids = await bring(OLD);
    const media_id = await addUpload(test.database, ann.userId);
    const path = `/episode/${ids.episode_id}`;
    const before = await ann.must('episode', 'PUT', path, { payload: { media_id } });
    await bring(NEW);
    const { episode } = await read(ids);
    expect(episode).toMatchObject({ title: 'New', http_url: before.http_url });
  });

  it('follows the feed again if the author takes his edit back', async () => {
    const ids = await bring(OLD);
    const path = `/episode/${ids.episode_id}`;
    for (const title of ['Mine', 'Old']) {
      await ann.must('episode', 'PUT', path, { payload: { title } });
    }
    await bring(NEW);
    expect((await read(ids)).episode.title).toBe('New');
  });
});
