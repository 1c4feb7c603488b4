import { parseRssFeed } from 'feedsmith';
import { parseFeed } from 'podcast-partytime';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { FEED_READERS } from '../../helpers/feed-readers.ts';
import { multipart } from '../../helpers/multipart.ts';
import { RICH_EPISODE, RICH_SHOW } from '../../helpers/rich-show.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
let feed = '';
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
  const { show_id } = await ann.makeShow(RICH_SHOW);
  for (const [number, title] of ['Rooms & <Halls>', 'Ünïcode “quotes”', '東京の音'].entries()) {
    const fields = { ...RICH_EPISODE, show_id, title, episode_number: number + 1 };
    const { episode_id } = await ann.makeEpisode(fields);
    const bytes = await picture(number);
    const cover = multipart('image', { bytes });
    await ann.must('episode', 'PUT', `/episode/${episode_id}/cover`, cover);
    await ann.call('PUT', `/episode/${episode_id}/transcript`, {
      payload: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello',
      headers: { 'content-type': 'text/vtt' },
    });
    const chapters = [{ starts_at: 0, title: 'One' }];
    await ann.call('PUT', `/episode/${episode_id}/chapters`, { payload: { chapters } });
    await ann.publish(episode_id, { published_at: `2026-01-0${number + 1}T10:00:00Z` });
  }
  const live = { type: 'LIVE', media_id: null, live_url: 'https://live.example.org/a.m3u8' };
  const { episode_id } = await ann.makeEpisode({ ...live, show_id, title: 'Live' });
  await ann.publish(episode_id);
  feed = (await test.app.inject(`/show/${show_id}/episodes/feed`)).body;
});

function picture(shade: number): Promise<Buffer> {
  const background = { r: shade * 50, g: 60, b: 90 };
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer();
}

describe.each(Object.entries(FEED_READERS))('%s', (_, read) => {
  it('reads the same in our feed', async () => {
    const { title, items } = await read(feed);
    expect(title).toBe('Field notes');
    const wanted = parseRssFeed(feed).items ?? [];
    expect(items.map((item) => item.title)).toEqual([
      '東京の音',
      'Ünïcode “quotes”',
      'Rooms & <Halls>',
    ]);
    for (const [index, item] of items.entries()) {
      const { guid, enclosures: [file] = [], itunes } = wanted[index] ?? {};
      const known = {
        guid: guid?.value,
        url: file?.url,
        length: file?.length,
        type: file?.type,
        date: `2026-01-0${3 - index}T10:00:00.000Z`,
        seconds: itunes?.duration,
        image: itunes?.image,
        season: 2,
        episode: 3 - index,
        explicit: true,
      };
      for (const [name, value] of Object.entries(known)) {
        expect(value, name).toBeDefined();
        if (name in item) expect([name, item[name as keyof typeof item]]).toEqual([name, value]);
      }
    }
  });
});

describe('podcast-partytime', () => {
  it('reads what Podcasting 2.0 says of the show', () => {
    const { items: _, ...show } = parseFeed(feed) ?? { items: [] };
    expect(show).toMatchObject({
      guid: parseRssFeed(feed).podcast?.guid,
      locked: true,
      podcastOwner: 'ann@example.org',
      podcastFunding: [{ url: 'https://example.org/give', message: 'Support us' }],
      podcastPeople: [{ name: 'Ann', role: 'Host' }],
      podcastLocation: { name: 'Oslo', osm: 'R406091', geo: 'geo:59.9,10.7' },
      license: { identifier: 'cc-by-4.0', url: 'https://example.org/license' },
      medium: 'podcast',
      trailers: [{ title: 'Soon', url: 'https://example.org/trailer.mp3', season: 1 }],
      podroll: [{ feedUrl: 'https://example.org/feed' }],
      itunesCategory: ['Leisure > Games', 'Leisure > Hobbies', 'Technology'],
      podcastLiveItems: [
        {
          status: 'pending',
          title: 'Live',
          enclosure: { url: 'https://live.example.org/a.m3u8', type: 'application/x-mpegURL' },
          contentLinks: [{ title: 'Live' }],
        },
      ],
    });
  });

  it('reads what Podcasting 2.0 says of an episode', () => {
    const [item] = parseFeed(feed)?.items ?? [];
    expect(item).toMatchObject({
      podcastSeason: { number: 2, name: 'Indoors' },
      podcastEpisode: { number: 3, display: 'Ch.3' },
      podcastSoundbites: [{ startTime: 1, duration: 5.5, title: 'Listen' }],
      podcastPeople: [{ name: 'Bea', role: 'Guest' }],
      podcastLocation: { name: 'Bergen' },
      license: { identifier: 'cc0-1.0' },
      podcastChapters: { type: 'application/json+chapters' },
    });
    expect(item?.podcastTranscripts?.map(({ type }) => type)).toContain('text/vtt');
  });
});
