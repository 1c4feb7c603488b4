import { parseRssFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
});

const pathOf = (id: number) => `/episode/${id}/chapters`;
const fileOf = (id: number | string) => `/media/episodes/${id}/chapters.json`;

async function put(id: number, chapters: unknown, headers: Record<string, string> = {}) {
  const { answer, status, messages } = await ann.call('PUT', pathOf(id), {
    payload: { chapters },
    headers,
  });
  return { status, messages, answer, chapters: answer.json().response?.chapters };
}

async function publishedEpisode(visibility = 'public') {
  const { episode_id } = await ann.makeEpisode();
  return ann.publish(episode_id, { visibility });
}

const chaptersInFeed = async (showId: number) => {
  const { body } = await test.app.inject(`/show/${showId}/episodes/feed`);
  return parseRssFeed(body).items?.[0]?.podcast?.chapters;
};

const INTRO = { starts_at: 0, title: 'Intro' };
const SLIDE = { starts_at: 5.5, toc: false, image_url: 'https://img.test/slide.png' };
const END = { starts_at: 12, title: 'End', url: 'https://a.test/', image_url: null };

describe('PUT /episode/{episode_id}/chapters', () => {
  it('sets the chapters that players and podcast apps read', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    const { status, chapters } = await put(episode_id, [INTRO, SLIDE, END]);
    expect(status).toBe(200);
    const none = { url: null, image_url: null };
    expect(chapters).toEqual([
      { ...none, ...INTRO, ends_at: 5.5, toc: true },
      { ...none, ...SLIDE, title: '', ends_at: 12 },
      { ...END, ends_at: null, toc: true },
    ]);
    expect((await ann.read(episode_id)).chapters).toEqual([
      { ...none, ...INTRO, ends_at: 12 },
      { ...END, ends_at: null },
    ]);
    const read = await test.app.inject(`/api${pathOf(episode_id)}`);
    expect(read.json().response).toEqual({ chapters });

    const file = await test.app.inject(fileOf(episode_id));
    expect(file.headers).toMatchObject({
      'content-type': 'application/json+chapters',
      'access-control-allow-origin': '*',
    });
    expect(file.json()).toEqual({
      version: '1.2.0',
      title: 'An episode',
      podcastName: 'A show',
      chapters: [
        { startTime: 0, title: 'Intro' },
        { startTime: 5.5, toc: false, img: 'https://img.test/slide.png' },
        { startTime: 12, title: 'End', url: 'https://a.test/' },
      ],
    });
    const etag = String(file.headers.etag);
    const again = await test.app.inject({
      url: fileOf(episode_id),
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
    expect(await chaptersInFeed(show_id)).toEqual({
      url: `http://site.test${fileOf(episode_id)}`,
      type: 'application/json+chapters',
    });
  });

  it('takes chapters without a title, as audio files have them', async () => {
    const { episode_id } = await publishedEpisode();
    const untitled = { starts_at: 5, title: '' };
    await test.database
      .insertInto('chapters')
      .values([
        { ...INTRO, episode_id },
        { ...untitled, episode_id },
      ])
      .execute();
    const { chapters } = (await test.app.inject(`/api${pathOf(episode_id)}`)).json().response;
    expect(chapters).toMatchObject([INTRO, untitled]);
    expect(await put(episode_id, chapters)).toMatchObject({ status: 200, chapters });
    expect((await put(episode_id, [{ starts_at: 1, title: ' ' }])).chapters).toMatchObject([
      { title: '', toc: true },
    ]);
    expect((await test.app.inject(fileOf(episode_id))).json().chapters).toEqual([{ startTime: 1 }]);
  });

  it('takes its own answer back, and forms', async () => {
    const { episode_id } = await publishedEpisode();
    const { chapters } = await put(episode_id, [INTRO, END]);
    expect((await put(episode_id, chapters)).chapters).toEqual(chapters);
    const form = await ann.call('PUT', pathOf(episode_id), {
      payload: new URLSearchParams({ chapters: JSON.stringify([INTRO]) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.answer.json().response.chapters).toHaveLength(1);
  });

  it('stores no credentials of an address, which everybody would see', async () => {
    const { episode_id } = await publishedEpisode();
    const secret = 'https://ann:pw@a.test/x';
    const { chapters } = await put(episode_id, [{ ...INTRO, url: secret, image_url: secret }]);
    expect(chapters).toMatchObject([{ url: 'https://a.test/x', image_url: 'https://a.test/x' }]);
  });

  it('takes the JSON chapters of podcast apps as they are', async () => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, [INTRO, { ...SLIDE, title: 'A slide' }, END]);
    const file = (await test.app.inject(fileOf(episode_id))).json();
    const before = await ann.read(episode_id);
    await put(episode_id, []);
    const sent = { ...file, author: 'Ann', chapters: file.chapters };
    sent.chapters[0].endTime = 5.5;
    const { status } = await ann.call('PUT', pathOf(episode_id), { payload: sent });
    expect(status).toBe(200);
    expect((await test.app.inject(fileOf(episode_id))).json().chapters).toEqual(
      file.chapters.map(({ endTime: _, ...chapter }: { endTime?: number }) => chapter),
    );
    expect((await ann.read(episode_id)).chapters).toEqual(before.chapters);
  });

  it.each([
    [[END, INTRO], 'chapters/1/starts_at: must be later than the chapter before'],
    [
      [
        { ...INTRO, starts_at: 2.5 },
        { ...INTRO, starts_at: 2.5 },
      ],
      'chapters/1/starts_at: must be later than the chapter before, which starts at 0:02.5 (2.5 s)',
    ],
    [[{ ...INTRO, starts_at: 9_999 }], 'chapters/0/starts_at: must lie within the'],
    [[{ ...INTRO, starts_at: -1 }], 'chapters/0/starts_at: must be at least 0'],
    [[{ title: 'x' }], 'chapters/0/starts_at: is required'],
    [
      [{ ...INTRO, url: 'javascript:alert(1)' }],
      'chapters/0/url: must be a complete address such as https://example.org',
    ],
    [[{ ...INTRO, colour: 'red' }], 'chapters/0/colour: is not known'],
    ['none', 'chapters: must be a list'],
  ])('refuses %j', async (chapters, words) => {
    const { episode_id } = await publishedEpisode();
    await put(episode_id, [INTRO]);
    const { status, messages } = await put(episode_id, chapters);
    expect(messages).toContain(words);
    expect(status).toBe(400);
    expect((await ann.read(episode_id)).chapters).toHaveLength(1);
  });

  it('refuses more chapters than players can show', async () => {
    const { episode_id } = await ann.makeEpisode();
    const many = Array.from({ length: 1_001 }, (_, starts_at) => ({ ...INTRO, starts_at }));
    expect((await put(episode_id, many)).messages).toBe('chapters: must have at most 1000 items');
  });

  it('takes any times while the length of the audio is not known', async () => {
    const { episode_id } = await ann.makeEpisode({ media_id: null });
    expect((await put(episode_id, [{ ...INTRO, starts_at: 9_999 }])).status).toBe(200);
  });

  it('refuses a change of chapters that were changed meanwhile', async () => {
    const { episode_id } = await publishedEpisode();
    const { answer } = await put(episode_id, [INTRO]);
    const etag = { 'if-match': String(answer.headers.etag) };
    expect((await put(episode_id, [INTRO, END], etag)).status).toBe(200);
    expect((await put(episode_id, [END], etag)).status).toBe(412);
  });

  it('keeps one of two lists that are sent at the same moment', async () => {
    const { episode_id } = await publishedEpisode();
    const sent = await Promise.all([
      put(episode_id, [INTRO, SLIDE]),
      put(episode_id, [INTRO, END]),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    const { answer } = await ann.call('GET', pathOf(episode_id));
    expect(answer.json().response.chapters).toHaveLength(2);
  });
});

describe('GET /episode/{episode_id}/chapters', () => {
  it('is for those who may read the episode', async () => {
    const { episode_id, access_key } = await publishedEpisode('private');
    await put(episode_id, [INTRO]);
    const status = async (url: string) => (await test.app.inject(url)).statusCode;
    expect(await status(`/api${pathOf(episode_id)}`)).toBe(404);
    expect(await status(`/api${pathOf(episode_id)}?key=${access_key}`)).toBe(200);
    expect(await status(fileOf(episode_id))).toBe(404);
    expect(await status(fileOf(`${episode_id}-${access_key}`))).toBe(200);
  });

  it('is an empty list without chapters, and a file that is not there', async () => {
    const { episode_id } = await publishedEpisode();
    const { answer } = await ann.call('GET', pathOf(episode_id));
    expect(answer.json().response).toEqual({ chapters: [] });
    expect((await test.app.inject(fileOf(episode_id))).statusCode).toBe(404);
  });
});

describe('DELETE /episode/{episode_id}/chapters', () => {
  it('removes the chapters that the client has read, and no others', async () => {
    const { episode_id } = await publishedEpisode();
    const remove = async (tag: string) => {
      const headers = { 'if-match': tag };
      const { answer, status } = await ann.call('DELETE', pathOf(episode_id), { headers });
      return { status, tag: String(answer.headers.etag) };
    };
    const tag = String((await put(episode_id, [INTRO])).answer.headers.etag);
    const next = String((await put(episode_id, [END])).answer.headers.etag);
    expect((await remove(tag)).status).toBe(412);
    const removed = await remove(next);
    expect(removed.status).toBe(200);
    const { answer } = await ann.call('GET', pathOf(episode_id));
    expect(removed.tag).toBe(answer.headers.etag);
  });

  it('removes them, also those that an imported feed names', async () => {
    const { episode_id, show_id } = await publishedEpisode();
    await test.database
      .updateTable('episodes')
      .set({ chapters_url: 'https://old.test/chapters.json' })
      .where('episode_id', '=', episode_id)
      .execute();
    expect(await chaptersInFeed(show_id)).toMatchObject({ url: 'https://old.test/chapters.json' });
    expect((await ann.call('DELETE', pathOf(episode_id))).status).toBe(200);
    expect(await chaptersInFeed(show_id)).toBeUndefined();
    await put(episode_id, [INTRO]);
    expect((await test.app.inject(fileOf(episode_id))).statusCode).toBe(200);
    expect((await ann.call('DELETE', pathOf(episode_id))).status).toBe(200);
    expect((await ann.read(episode_id)).chapters).toEqual([]);
    expect((await test.app.inject(fileOf(episode_id))).statusCode).toBe(404);
  });
});
