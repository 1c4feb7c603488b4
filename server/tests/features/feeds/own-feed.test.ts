import type { Show } from 'earshot/contract';
import { parseRssFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';
import { podcastGuid } from '../../../src/platform/podcasting/podcast-guid.ts';
import { readRss } from '../../../src/platform/podcasting/read-rss.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../../src/platform/xml/xml-element.ts';
import { type Author, author } from '../../helpers/author.ts';
import { RICH_EPISODE, RICH_SHOW } from '../../helpers/rich-show.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
});

const feedOf = async ({ show_id }: Pick<Show, 'show_id'>) =>
  (await test.app.inject(`/show/${show_id}/episodes/feed`)).body;
const read = async (show: Pick<Show, 'show_id'>) => parseRssFeed(await feedOf(show));
const change = (episode_id: number, payload: object) =>
  ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload });

describe('the feed of a show that its author writes by the API', () => {
  it('says everything of the show', async () => {
    const show = await ann.makeShow(RICH_SHOW);
    const { podcast, itunes, ...channel } = await read(show);
    expect(channel).toMatchObject({
      title: 'Field notes',
      description: '<p>About <a href="https://example.org/">sound</a>.</p>',
      language: 'en-GB',
      copyright: '© 2026 Ann',
      link: 'https://example.org/notes',
    });
    expect(itunes).toMatchObject({
      author: 'Ann',
      type: 'serial',
      explicit: true,
      subtitle: 'In short',
      owner: { name: 'Ann', email: 'ann@example.org' },
      categories: [
        { text: 'Leisure', categories: [{ text: 'Games' }, { text: 'Hobbies' }] },
        { text: 'Technology' },
      ],
      block: true,
      complete: true,
    });
    expect(podcast).toEqual({
      guid: show.guid,
      locked: { value: true, owner: 'ann@example.org' },
      fundings: [{ url: 'https://example.org/give', display: 'Support us' }],
      persons: [
        {
          display: 'Ann',
          role: 'host',
          group: 'cast',
          img: 'https://example.org/ann.jpg',
          href: 'https://example.org/ann',
        },
      ],
      locations: [
        { display: 'Oslo', rel: 'subject', geo: 'geo:59.9,10.7', osm: 'R406091', country: 'NO' },
      ],
      trailers: [
        {
          display: 'Soon',
          url: 'https://example.org/trailer.mp3',
          pubDate: 'Thu, 01 Jan 2026 00:00:00 GMT',
          length: 1000,
          type: 'audio/mpeg',
          season: 1,
        },
      ],
      license: { display: 'cc-by-4.0', url: 'https://example.org/license' },
      medium: 'podcast',
      txts: [{ display: 'code-1', purpose: 'verify' }],
      podroll: {
        remoteItems: [
          {
            feedGuid: podcastGuid('https://example.org/feed'),
            feedUrl: 'https://example.org/feed',
            medium: 'podcast',
          },
        ],
      },
    });
  });

  it('says everything of an episode', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id, guid } = await ann.makeEpisode({ ...RICH_EPISODE, show_id });
    await ann.publish(episode_id, { published_at: '2026-01-02T03:04:05Z' });
    const [item] = (await read({ show_id })).items ?? [];
    expect(item).toMatchObject({
      title: 'Rooms',
      guid: { value: guid, isPermaLink: false },
      pubDate: 'Fri, 02 Jan 2026 03:04:05 GMT',
      link: 'https://example.org/2-3',
      enclosures: [
        {
          url: expect.stringMatching(`^http://site.test/media/downloads/${episode_id}\\.\\w+$`),
          length: expect.any(Number),
          type: expect.stringMatching(/^audio\//),
        },
      ],
      itunes: {
        season: 2,
        episode: 3,
        episodeType: 'bonus',
        explicit: true,
        author: 'Bea',
        subtitle: 'Echoes',
        keywords: ['rooms', 'sound'],
        block: true,
        duration: expect.any(Number),
      },
    });
    expect(item?.podcast).toEqual({
      season: { number: 2, name: 'Indoors' },
      episode: { number: 3, display: 'Ch.3' },
      persons: [{ display: 'Bea', role: 'guest' }],
      locations: [{ display: 'Bergen', country: 'NO' }],
      license: { display: 'cc0-1.0' },
      soundbites: [{ startTime: 1, duration: 5.5, display: 'Listen' }],
      txts: [{ display: 'free' }],
    });
  });

  it('forgets what its author takes back', async () => {
    const show = await ann.makeShow(RICH_SHOW);
    const gone = Object.keys(RICH_SHOW)
      .filter((name) => !['title', 'description', 'language', 'author', 'explicit'].includes(name))
      .map((name) => {
        const value = RICH_SHOW[name as keyof typeof RICH_SHOW];
        return [name, Array.isArray(value) ? [] : value === true ? false : null];
      });
    await ann.must('show', 'PUT', `/show/${show.show_id}`, { payload: Object.fromEntries(gone) });
    const { podcast, itunes } = await read(show);
    expect(podcast).toEqual({ guid: show.guid, locked: { value: false } });
    expect(itunes?.categories).toBeUndefined();
  });
});

const notesOf = async (description: string) => {
  const { show_id } = await ann.makeShow();
  const { episode_id } = await ann.makeEpisode({ show_id, description });
  await ann.publish(episode_id);
  const [item] = (await read({ show_id })).items ?? [];
  return { short: item?.description, whole: item?.content?.encoded };
};

describe('the notes of an episode', () => {
  it('are short HTML in the description, and whole in content:encoded', async () => {
    const notes =
      '<h3>Why</h3><p>Rooms <b>sing</b> &amp; <a href="https://example.org/?a=1&amp;b=2">hum</a>.</p><ul><li>One</li></ul>';
    const { short, whole } = await notesOf(notes);
    expect(short).toBe(
      '<p>Why</p><p>Rooms sing &amp; <a href="https://example.org/?a=1&amp;b=2">hum</a>.</p><ul><li>One</li></ul>',
    );
    expect(whole).toBe(notes.replace('2">', '2" rel="nofollow noopener">'));
  });

  it('are no HTML if the author wrote none', async () => {
    expect(await notesOf('Only text')).toEqual({ short: 'Only text', whole: undefined });
    expect(await notesOf('Salt & rye.\n\n02:10 Oven\n05:00 Sleep')).toEqual({
      short: '<p>Salt &amp; rye.</p><p>02:10 Oven<br />05:00 Sleep</p>',
      whole: undefined,
    });
  });

  it('keep the cells of a table apart', async () => {
    const row = '<tr><th>Host</th><td>Ann</td></tr><tr><th>Guest</th><td>Bob</td></tr>';
    const table = `<table><caption>Who</caption><tbody>${row}</tbody></table>`;
    const { short = '', whole } = await notesOf(table);
    expect(short).toBe('<p>Who</p><p>Host Ann </p><p>Guest Bob </p>');
    expect(whole).toBe(table);
    const long = await notesOf(table.repeat(100));
    expect(long.short).toMatch(/^Who Host Ann Guest Bob Who /);
  });

  it('break off after 4,000 bytes at a word, but never in content:encoded', async () => {
    const notes = `<p>${'Töne &amp; Räume '.repeat(500)}</p>`;
    const { short = '', whole } = await notesOf(notes);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(4_000);
    expect(short).toMatch(/^(Töne &amp; Räume )+(Töne|Töne &amp;|Töne &amp; Räume)…$/);
    expect(short.length).toBeGreaterThan(3_000);
    expect(whole?.length).toBeGreaterThan(7_000);
  });
});

const liveItems = async (show: Pick<Show, 'show_id'>) =>
  readRss(await feedOf(show)).channel.filter(({ name }) => name === 'liveItem');
const textIn = (element: XmlElement | undefined, name: string) =>
  childElements(element as XmlElement)
    .filter((child) => child.name === name)
    .map(textOf)[0];
const attributesOf = (element: XmlElement | undefined, ...names: string[]) =>
  names.map((name) => element && attributeOf(element, name));

describe('a live episode', () => {
  const LIVE = {
    type: 'LIVE',
    media_id: null,
    title: 'Tonight & more',
    live_url: 'https://live.example.org/a.m3u8',
    live_starts_at: '2027-01-01T20:00:00+01:00',
    live_ends_at: '2027-01-01T21:00:00Z',
  };

  it('is announced as podcast:liveItem, and never as an item', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id, guid } = await ann.makeEpisode({ ...LIVE, show_id });
    expect(await liveItems({ show_id })).toEqual([]);
    await ann.publish(episode_id);
    const [live, ...others] = await liveItems({ show_id });
    expect(others).toEqual([]);
    expect(attributesOf(live, 'status', 'start', 'end')).toEqual([
      'pending',
      '2027-01-01T19:00:00.000Z',
      '2027-01-01T21:00:00.000Z',
    ]);
    expect([textIn(live, 'title'), textIn(live, 'guid')]).toEqual(['Tonight & more', guid]);
    const children = childElements(live as XmlElement);
    const enclosure = children.find(({ name }) => name === 'enclosure');
    expect(attributesOf(enclosure, 'url', 'type')).toEqual([
      'https://live.example.org/a.m3u8',
      'application/x-mpegURL',
    ]);
    const link = children.find(({ name }) => name === 'contentLink');
    const { site_url } = await ann.read(episode_id);
    expect(attributesOf(link, 'href')).toEqual([site_url]);
    expect((await read({ show_id })).items).toBeUndefined();
  });

  it('names the type of a stream that is not HLS', async () => {
    const { show_id } = await ann.makeShow();
    const live_url = 'https://live.example.org/a.ogg';
    const { episode_id } = await ann.makeEpisode({ ...LIVE, live_url, show_id });
    await ann.publish(episode_id);
    const [live] = await liveItems({ show_id });
    const enclosure = childElements(live as XmlElement).find(({ name }) => name === 'enclosure');
    expect(attributesOf(enclosure, 'url', 'type')).toEqual([live_url, 'audio/ogg']);
  });

  it('is live while it is on air, has ended after that, and may begin again', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id } = await ann.makeEpisode({ ...LIVE, show_id });
    await ann.publish(episode_id);
    const status = async () => attributesOf((await liveItems({ show_id }))[0], 'status')[0];
    await change(episode_id, { is_on_air: true });
    expect(await status()).toBe('live');
    await change(episode_id, { is_on_air: false });
    expect(await status()).toBe('ended');
    const [, start, end] = attributesOf(
      (await liveItems({ show_id }))[0],
      'status',
      'start',
      'end',
    );
    for (const time of [start, end]) {
      expect(Math.abs(Date.now() - Date.parse(time ?? ''))).toBeLessThan(600_000);
    }
    await change(episode_id, { is_on_air: true });
    expect(await status()).toBe('live');
  });

  it('becomes an item with the same guid once it is a recording', async () => {
    const { show_id } = await ann.makeShow();
    const recording = await ann.makeEpisode({ title: 'Other' });
    const { episode_id, guid } = await ann.makeEpisode({ ...LIVE, show_id });
    await ann.publish(episode_id);
    await change(episode_id, { type: 'RECORDED', media_id: recording.media_id });
    expect(await liveItems({ show_id })).toEqual([]);
    expect((await read({ show_id })).items?.map((item) => item.guid?.value)).toEqual([guid]);
  });

  it('is left out if it is a draft, unlisted or private', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id } = await ann.makeEpisode({ ...LIVE, show_id });
    for (const visibility of ['unlisted', 'private']) {
      await ann.publish(episode_id, { visibility });
      expect(await liveItems({ show_id })).toEqual([]);
    }
  });

  it.each([
    [{ live_starts_at: 'soon' }, 'live_starts_at: must be a moment such as'],
    [{ live_ends_at: '0001-01-01T00:00:00Z' }, 'live_ends_at: The time must be between 1900'],
    [{ live_ends_at: LIVE.live_starts_at }, 'live_ends_at: must be later than live_starts_at'],
  ])('refuses %j', async (payload, message) => {
    const { episode_id } = await ann.makeEpisode(LIVE);
    const { status, messages } = await ann.call('PUT', `/episode/${episode_id}`, { payload });
    expect(messages).toContain(message);
    expect(status).toBe(400);
  });

  it('takes its times back with null', async () => {
    const { episode_id } = await ann.makeEpisode(LIVE);
    const none = { live_starts_at: null, live_ends_at: null };
    expect(await change(episode_id, none)).toMatchObject(none);
  });
});
