import type { Show } from 'earshot/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireUploads } from '../../../src/features/uploads/expire-uploads.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { multipart } from '../../helpers/multipart.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
let bob: Author;
let show: Show;
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
  bob = author(test, await test.signIn());
  show = await ann.makeShow({ explicit: true });
});

const create = (payload: object) =>
  ann.call('POST', '/episode', { payload: { show_id: show.show_id, title: 'A', ...payload } });
const anonymous = (url: string) => test.app.inject({ url });

describe('POST /episode', () => {
  it('makes a draft with everything that a feed says about it', async () => {
    const media_id = await addUpload(test.database, ann.userId);
    const soundbites = [{ starts_at: 1, duration: 5, title: 'Listen' }];
    const { status, response } = await create({
      title: ' Why rooms\n sing ',
      description: '<p onclick="x()">Hi <img src=x> <b>there</b></p>',
      media_id,
      season: 2,
      episode_number: 3,
      episode_type: 'bonus',
      tags: ['#Rooms', 'rooms', 'sound'],
      midrolls: [60, 12.5, 60],
      preroll: false,
      allow_timed_messages: false,
      link_url: 'https://example.org/3',
      soundbites,
    });
    expect(status).toBe(201);
    expect(response?.episode).toMatchObject({
      show_id: show.show_id,
      user_id: ann.userId,
      title: 'Why rooms sing',
      description: '<p>Hi  <b>there</b></p>',
      media_id,
      season: 2,
      episode_number: 3,
      type: 'RECORDED',
      episode_type: 'bonus',
      state: 'draft',
      visibility: null,
      explicit: true,
      tags: ['Rooms', 'sound'],
      midrolls: [12.5, 60],
      preroll: false,
      postroll: false,
      allow_messages: true,
      allow_timed_messages: false,
      link_url: 'https://example.org/3',
      soundbites,
      published_at: null,
      access_key: null,
      guid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      duration: expect.any(Number),
    });
    expect(response?.episode.duration).toBeGreaterThan(1);
  });

  it('takes a form, and the /v2/ path', async () => {
    const { status, response } = await ann.call('POST', '/v2/episodes', {
      payload: `show_id=${show.show_id}&title=Formal&season=1&tags[]=a&midrolls=1,2`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(201);
    expect(response?.episode).toMatchObject({ season: 1, tags: ['a'], midrolls: [1, 2] });
  });

  it.each([
    'Kneading, then waiting.\n\nMusic: Ólafur\nMix: Ines & Tom\n02:10 The oven\n05:00 Sleep',
    'Bread <3\n1 < 2, and 3 > 2',
    '  • rye\n\n\n  • spelt\t(1 kg)',
  ])('gives plain text back as it was typed: %j', async (description) => {
    const { response } = await create({ description });
    expect(response?.episode.description).toBe(description.trim());
    const { episode_id } = response?.episode ?? { episode_id: 0 };
    const again = await ann.must('episode', 'PUT', `/episode/${episode_id}`, {
      payload: { description: response?.episode.description.replaceAll('\n', '\r\n') },
    });
    expect(again.description).toBe(description.trim());
  });

  it('escapes plain text that browsers would read as markup', async () => {
    const description = 'Write to <ines@bakery.test onclick=x()>\nor call';
    const { response } = await create({ description });
    expect(response?.episode.description).toBe(
      'Write to &lt;ines@bakery.test onclick=x()&gt;\nor call',
    );
  });

  it.each([
    [{ title: '' }, 'title: must not be empty'],
    [{ show_id: 'x' }, 'show_id: must be a whole number'],
    [{ media_id: 999_999 }, 'media_id: is not one of your uploads'],
    [{ season: -1 }, 'season: must be at least 0'],
    [{ type: 'VIDEO' }, 'type: must be one of RECORDED, LIVE'],
    [{ live_url: 'http://example.org/x.m3u8' }, 'live_url: must be an address that begins with'],
    [{ live_url: 'https://a:b@example.org/' }, 'live_url: must be an address that begins with'],
    [{ midrolls: [-1] }, 'midrolls/0: must be at least 0'],
    [{ permalink: 'A b' }, 'permalink: must be small letters'],
    [{ is_on_air: true }, 'is_on_air: is only for the type LIVE'],
    [{ type: 'LIVE', is_on_air: true }, 'is_on_air: publish the live episode first'],
    [{ type: 'LIVE', requires_token: true }, 'requires_token: cannot be used with a live stream'],
    [{ state: 'published' }, 'state: is not known'],
    [{ guid: 'mine' }, 'guid: is not known'],
    [{ soundbites: [{ starts_at: 1 }] }, 'soundbites/0/duration: is required'],
  ])('refuses %j', async (payload, message) => {
    const { status, messages } = await create(payload);
    expect(messages).toContain(message);
    expect(status).toBe(400);
  });

  it('refuses the upload of somebody else, and one that has failed', async () => {
    const foreign = await addUpload(test.database, bob.userId);
    expect((await create({ media_id: foreign })).messages).toContain('is not one of your uploads');
    const failed = await addUpload(test.database, ann.userId, { state: 'failed', media_id: null });
    expect((await create({ media_id: failed })).messages).toContain('could not be processed');
  });

  it('belongs to those who may edit the show', async () => {
    const payload = { show_id: show.show_id, title: 'Foreign' };
    expect((await bob.call('POST', '/episode', { payload })).status).toBe(403);
    const url = '/api/episode';
    expect((await test.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
    const gone = { show_id: 999_999, title: 'Nowhere' };
    expect((await ann.call('POST', '/episode', { payload: gone })).status).toBe(404);
    expect((await ann.call('POST', '/episode', { payload: { title: 'No show' } })).status).toBe(
      400,
    );
  });

  it('gives each of many episodes that are made at once a permalink of its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => ann.makeEpisode({ show_id: show.show_id, title: 'Echo' })),
    );
    expect(new Set(made.map(({ permalink }) => permalink)).size).toBe(20);
    const both = await Promise.all([create({ permalink: 'one' }), create({ permalink: 'one' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe('a draft', () => {
  it('is hidden from everybody who may not edit the show', async () => {
    const draft = await ann.makeEpisode();
    const url = `/api/v2/episodes/${draft.episode_id}`;
    expect((await anonymous(url)).statusCode).toBe(404);
    expect((await bob.call('GET', `/episode/${draft.episode_id}`)).status).toBe(404);
    const page = `/user/${draft.user_permalink}/${draft.permalink}`;
    expect((await anonymous(`/oembed?url=http://site.test${page}`)).statusCode).toBe(404);
    expect((await anonymous(`/player?episode_id=${draft.episode_id}`)).statusCode).toBe(404);
    const list = await anonymous(`/api/show/${draft.show_id}/episodes`);
    expect(list.json().response.items).toEqual([]);
    const payload = { title: 'Mine now' };
    expect((await bob.call('PUT', `/episode/${draft.episode_id}`, { payload })).status).toBe(404);
  });

  it('gets its audio when its upload is ready', async () => {
    const coming = { state: 'processing', progress: 40, media_id: null } as const;
    const media_id = await addUpload(test.database, ann.userId, coming);
    const draft = await ann.makeEpisode({ media_id });
    expect(draft).toMatchObject({ media_id, duration: 0, http_url: '' });
    const { media_id: audio } = await test.database
      .selectFrom('media')
      .select('media_id')
      .where('kind', '=', 'audio')
      .limit(1)
      .executeTakeFirstOrThrow();
    await test.database
      .updateTable('uploads')
      .set({ state: 'ready', media_id: audio })
      .where('upload_id', '=', media_id)
      .execute();
    expect((await ann.read(draft.episode_id)).duration).toBeGreaterThan(0);
  });
});

describe('PUT /episode/{episode_id}', () => {
  it('changes only the fields that it names, and has the same result twice', async () => {
    const before = await ann.makeEpisode({ season: 1, tags: ['a'], subtitle: 'Sub' });
    const { permalink } = before;
    const payload = { title: 'New', season: null, tags: [], subtitle: null, permalink };
    const url = `/episode/${before.episode_id}`;
    const after = await ann.must('episode', 'PUT', url, { payload });
    const { updated_at, ...others } = after;
    expect({ ...before, ...others }).toEqual({ ...before, ...payload });
    const again = await ann.must('episode', 'PUT', url, { payload });
    expect({ ...again, updated_at }).toEqual(after);
  });

  it('gives a draft the address of its new title until it was published', async () => {
    const { episode_id } = await ann.makeEpisode({ title: 'rec 0031 final' });
    const rename = async (title: string) => {
      const url = `/episode/${episode_id}`;
      return (await ann.must('episode', 'PUT', url, { payload: { title } })).permalink;
    };
    expect(await rename('Herons at noon')).toBe('herons-at-noon');
    await ann.makeEpisode({ title: 'Herons at dusk' });
    expect(await rename('Herons at dusk')).toBe('herons-at-dusk-2');
    expect(await rename('Herons at dawn')).toBe('herons-at-dawn');
    await ann.publish(episode_id, { visibility: 'unlisted' });
    expect(await rename('Herons')).toBe('herons-at-dawn');
    await ann.call('DELETE', `/episode/${episode_id}/publish`);
    expect(await rename('Herons again')).toBe('herons-at-dawn');
  });

  it('leaves the address that the author of a draft has chosen', async () => {
    const { episode_id } = await ann.makeEpisode({ title: 'Terns', permalink: 'birds-of-the-sea' });
    const payload = { title: 'Gulls' };
    const { permalink } = await ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload });
    expect(permalink).toBe('birds-of-the-sea');
  });

  it('refuses with If-Match what another change has made old', async () => {
    const { episode_id } = await ann.makeEpisode();
    const url = `/episode/${episode_id}`;
    const tag = String((await ann.call('GET', url)).answer.headers.etag);
    const put = (title: string) =>
      ann.call('PUT', url, { payload: { title }, headers: { 'if-match': tag } });
    const both = await Promise.all([put('One'), put('Two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('refuses soundbites and ads outside its audio', async () => {
    const media_id = await addUpload(test.database, ann.userId);
    const { episode_id, show_id, duration = 0 } = await ann.makeEpisode({ media_id });
    const change = async (payload: object) =>
      (await ann.call('PUT', `/episode/${episode_id}`, { payload })).messages;
    const bite = { starts_at: 0, duration, title: '' };
    expect(await change({ soundbites: [bite], midrolls: [duration / 2] })).toBeUndefined();
    expect(await change({ soundbites: [bite, { ...bite, starts_at: duration }] })).toContain(
      'soundbites/1/starts_at: must lie within',
    );
    expect(await change({ soundbites: [{ ...bite, starts_at: 1 }] })).toContain(
      'soundbites/0/duration: must end within',
    );
    expect(await change({ midrolls: [0, duration] })).toContain('midrolls/1: must lie within');
    const payload = { title: 'New', media_id: await addUpload(test.database, ann.userId) };
    const create = (fields: object) =>
      ann.call('POST', '/episode', { payload: { ...payload, show_id, ...fields } });
    expect((await create({ midrolls: [duration] })).messages).toContain('midrolls/0: must lie');
    expect((await create({ midrolls: [duration / 2] })).status).toBe(201);
  });

  it('leaves soundbites that shorter audio does not have out of the feed', async () => {
    const { episode_id, show_id, duration = 0 } = await ann.makeEpisode();
    const soundbites = [0, duration / 2].map((starts_at) => ({
      starts_at,
      duration: 1,
      title: '',
    }));
    await ann.call('PUT', `/episode/${episode_id}`, { payload: { soundbites } });
    await ann.publish(episode_id);
    const shorter = test.database.selectFrom('episodes').select('media_id');
    await test.database
      .updateTable('media')
      .set({ duration: duration / 2 })
      .where('media_id', '=', shorter.where('episode_id', '=', episode_id))
      .execute();
    const { payload } = await test.app.inject(`/show/${show_id}/episodes/feed`);
    expect(payload.match(/<podcast:soundbite /g)).toHaveLength(1);
  });

  it('can take earlier audio back, however old it is', async () => {
    const updated_at = new Date(Date.now() - 400 * 86_400_000);
    const media_id = await addUpload(test.database, ann.userId, { updated_at });
    const { episode_id } = await ann.makeEpisode({ media_id });
    const take = async (media_id: number) =>
      (await ann.call('PUT', `/episode/${episode_id}`, { payload: { media_id } })).messages;
    expect(await take(await addUpload(test.database, ann.userId))).toBeUndefined();
    await expireUploads(test.deps);
    expect(await take(media_id)).toBeUndefined();
  });

  it('takes the chapters of other audio, unless the author has written some', async () => {
    const titled = (...titles: string[]) =>
      titles.map((title, index) => ({ starts_at: index * 1.25, title }));
    const [one, two, none] = await Promise.all(
      [titled('Intro', 'Talk'), titled('Intro', 'News', 'Talk'), []].map((chapters) =>
        addUpload(test.database, ann.userId, { facts: JSON.stringify({ chapters }) }),
      ),
    );
    const { episode_id } = await ann.makeEpisode({ media_id: one });
    const chapters = async () =>
      (await ann.read(episode_id)).chapters.map(({ title }: { title: string }) => title);
    const take = (media_id?: number) =>
      ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload: { media_id } });
    await take(two);
    expect(await chapters()).toEqual(['Intro', 'News', 'Talk']);
    await take(none);
    expect(await chapters()).toEqual(['Intro', 'News', 'Talk']);
    await take(one);
    expect(await chapters()).toEqual(['Intro', 'Talk']);
    const payload = { chapters: titled('Intro', 'My talk') };
    await ann.call('PUT', `/episode/${episode_id}/chapters`, { payload });
    await take(two);
    expect(await chapters()).toEqual(['Intro', 'My talk']);
  });

  it('keeps a published episode playable', async () => {
    const episode = await ann.makeEpisode();
    await ann.publish(episode.episode_id);
    const url = `/episode/${episode.episode_id}`;
    const without = await ann.call('PUT', url, { payload: { media_id: null } });
    expect(without.messages).toBe('media_id: The audio is missing; upload it first');
    const live = await ann.call('PUT', url, { payload: { type: 'LIVE' } });
    expect(live.messages).toContain('live_url: A live episode needs');

    const coming = await addUpload(test.database, ann.userId, {
      state: 'uploaded',
      media_id: null,
    });
    const changed = await ann.must('episode', 'PUT', url, { payload: { media_id: coming } });
    expect(changed.media_id).toBe(coming);
    expect(changed.duration).toBe(episode.duration);
  });

  it.each([
    ['https://radio.example.org/live.m3u8?t=1', 'application/vnd.apple.mpegurl'],
    ['https://radio.example.org/ISM/manifest(format=M3U8-aapl)', 'application/vnd.apple.mpegurl'],
    ['https://radio.example.org/live.mp3', 'audio/mpeg'],
    ['https://radio.example.org/live.aac?t=1', 'audio/aac'],
    ['https://radio.example.org:8443/live', 'audio/mpeg'],
  ])('names the type of the stream %s', async (url, type) => {
    const live = { type: 'LIVE', live_url: url, media_id: null };
    expect(await ann.makeEpisode(live)).toMatchObject({ http_url: url, mime_type: type });
  });

  it('puts a live episode on and off the air', async () => {
    const live_url = 'https://radio.example.org/live.m3u8';
    const { episode_id } = await ann.makeEpisode({ type: 'LIVE', live_url, media_id: null });
    expect(await ann.publish(episode_id)).toMatchObject({ state: 'live', is_on_air: false });
    const put = (payload: object) =>
      ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload });
    expect(await put({ is_on_air: true })).toMatchObject({ is_on_air: true, http_url: live_url });
    const seen = (await anonymous(`/api/episode/${episode_id}`)).json().response.episode;
    expect(seen).toMatchObject({ type: 'LIVE', state: 'live', is_on_air: true, live_url });
    expect(await put({ is_on_air: false })).toMatchObject({ is_on_air: false });

    await put({ is_on_air: true });
    const media_id = await addUpload(test.database, ann.userId);
    const recording = await put({ type: 'RECORDED', media_id });
    expect(recording).toMatchObject({ state: 'published', is_on_air: false, type: 'RECORDED' });
    expect(recording.http_url).toContain('/media/audio/');
  });

  it('shows the change to everybody at once', async () => {
    const { episode_id } = await ann.makeEpisode();
    await ann.publish(episode_id);
    const url = `/api/v2/episodes/${episode_id}`;
    await anonymous(url);
    await ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload: { title: 'Seen' } });
    expect((await anonymous(url)).json().response.episode.title).toBe('Seen');
  });
});

describe('PUT /episode/{episode_id}/cover', () => {
  it('gives the episode a cover of its own, and DELETE gives back that of the show', async () => {
    const { episode_id } = await ann.makeEpisode();
    const create = { width: 40, height: 40, channels: 3, background: '#2a4' } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const url = `/episode/${episode_id}/cover`;
    const episode = await ann.must('episode', 'PUT', url, multipart('image', { bytes }));
    const original = new URL(episode.image_original_url ?? '').pathname;
    expect((await anonymous(original)).rawPayload).toEqual(bytes);
    expect((await ann.call('DELETE', url)).answer.json()).toEqual({ response: {} });
    expect((await ann.read(episode_id)).image_url).toBeNull();
    expect((await bob.call('PUT', url, multipart('image', { bytes }))).status).toBe(404);
  });
});

describe('DELETE /episode/{episode_id}', () => {
  it('hides the episode from everybody', async () => {
    const { episode_id } = await ann.makeEpisode();
    await ann.publish(episode_id);
    expect((await bob.call('DELETE', `/episode/${episode_id}`)).status).toBe(403);
    const removal = await ann.call('DELETE', `/v2/episodes/${episode_id}`);
    expect(removal.answer.json()).toEqual({ response: {} });
    expect((await ann.call('GET', `/episode/${episode_id}`)).status).toBe(404);
    expect((await anonymous(`/api/episode/${episode_id}`)).statusCode).toBe(404);
  });
});
