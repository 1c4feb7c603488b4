import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importArchivedShow } from '../../../src/features/imports/import-archive.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-archive-'));
  test = await openTestDatabase();
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(root, { recursive: true });
});

const OLD = 'https://old.test';
const NAMESPACES =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"';
const ENCLOSURE = `<enclosure url="${OLD}/download/7/episode.mp3" length="5" type="audio/mpeg"/>`;
const LIVE = `<podcast:liveItem status="live" start="2026-01-01T00:00:00Z"><title>On air</title><guid>air</guid></podcast:liveItem>`;
const NOTES = 'Bread & butter.\n\nThen more of it.';

const SHOW = {
  title: 'Bells',
  permalink: 'bells',
  description: '',
  author: 'Ann',
  language: 'en',
  link_url: null,
  player_options: 'theme=dark',
  player_override: true,
  public_downloads: 7300,
  image_source_url: null,
  extra_xml: '<podcast:podping usesPodping="true"/>',
  original: null,
};

const EPISODE = {
  guid: 'one',
  title: 'Cooking &amp; eating',
  permalink: 'one',
  state: 'published',
  published_at: '2026-01-02T03:04:05.678901+00:00',
  description: NOTES.replace('&', '&amp;'),
  link_url: null,
  enclosure_url: '',
  claimed_type: '',
  claimed_size: 0,
  claimed_duration: 0,
  episode_display: 'One',
  episode_number: null,
  tags: ['bread'],
  chapters_url: null,
  transcript_links: [],
  image_source_url: null,
  extra_xml: '',
  original: null,
};

const FEED = `<rss version="2.0" ${NAMESPACES}><channel>
  <title>Bells</title><description>Bells</description><link>${OLD}/show/bells</link>
  <podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>${LIVE}
  <podcast:podping usesPodping="true"/>
  <image><url>${OLD}/lost.jpg</url><title>Bells</title><link>${OLD}/show/bells</link></image>
  <item><title>Cooking &amp;amp; eating</title><guid isPermaLink="false">one</guid>
    <link>${OLD}/user/ann/one</link><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>
    <description>&lt;p&gt;Bread &amp;amp; butter.&lt;/p&gt;&lt;p&gt;Then …&lt;/p&gt;</description>
    <itunes:keywords>bread</itunes:keywords>
    <podcast:chapters url="${OLD}/chapters.json" type="application/json+chapters"/>
    <podcast:transcript url="${OLD}/transcript.json" type="application/json" language="en"/>
    ${ENCLOSURE}</item></channel></rss>`;

interface Archive {
  name: string;
  show?: object;
  episode?: object;
  /** An episode that is not in the feed. */
  further?: { guid: string };
  hasAudio?: boolean;
}

/** Imports an archive with one recorded episode, and returns the rows. */
async function bring({ name, show, episode, further, hasAudio = true }: Archive) {
  const folder = join(root, name);
  const one = join(folder, 'episodes', '7-one');
  await mkdir(one, { recursive: true });
  const listed = { [`${OLD}/download/7/episode.mp3`]: 'episodes/7-one/audio.mp3' };
  const guid = `917393e3-1b1e-5cef-ace4-${Buffer.from(name.padEnd(6)).toString('hex').slice(0, 12)}`;
  const texts = {
    'feed.xml': FEED.replace(/917393e3[\w-]+/, guid),
    'show.json': JSON.stringify({ ...SHOW, ...show }),
    'files.json': JSON.stringify(listed),
    'episodes/7-one/episode.json': JSON.stringify({ ...EPISODE, ...episode }),
  };
  if (further) {
    await mkdir(join(folder, 'episodes', '8-further'));
    await writeFile(join(folder, 'episodes/8-further/episode.json'), JSON.stringify(further));
  }
  for (const [path, text] of Object.entries(texts)) await writeFile(join(folder, path), text);
  if (hasAudio) await writeFile(join(one, 'audio.mp3'), makeMp3({ rate: 44_100, seconds: 2 }));
  const { show_id, warnings } = await importArchivedShow(
    { folder, feed: join(folder, 'feed.xml') },
    {
      database: test.database,
      store: createFolderStore(join(root, 'media')),
      fetcher: () => Promise.reject(new Error('old.test does not answer')),
      jobs: { add: async () => {} } as never,
    },
  );
  const { database } = test;
  const row = await database
    .selectFrom('shows')
    .selectAll()
    .where('show_id', '=', show_id as number)
    .executeTakeFirstOrThrow();
  const episodeOf = (guid: string) =>
    database
      .selectFrom('episodes')
      .selectAll()
      .where('show_id', '=', show_id as number)
      .where('guid', '=', guid)
      .executeTakeFirst();
  const [first, other] = [await episodeOf('one'), await episodeOf(further?.guid ?? '')];
  return { show: row, episode: first, further: other, warnings };
}

describe('importArchivedShow', () => {
  it('keeps no live item of the feed, because the archive has the episode', async () => {
    const kept = `${SHOW.extra_xml}${LIVE}`;
    const { show } = await bring({ name: 'live', show: { extra_xml: kept } });
    expect(show.extra_xml).toBe(SHOW.extra_xml);
  });

  it('stores what the author has typed instead of what the feed makes of it', async () => {
    const { show, episode } = await bring({ name: 'words' });
    expect(show).toMatchObject({
      description: '',
      link_url: null,
      player_options: 'theme=dark',
      player_override: true,
      public_downloads: '0',
      original: null,
    });
    expect(episode).toMatchObject({
      title: EPISODE.title,
      description: EPISODE.description,
      link_url: null,
      episode_display: 'One',
      tags: ['bread'],
      extra_xml: '',
      original: null,
      published_at: new Date('2026-01-02T03:04:05.678Z'),
    });
  });

  it('stores no addresses of the old host', async () => {
    const { show, episode } = await bring({ name: 'host' });
    expect(JSON.stringify([show, episode])).not.toContain(OLD);
    expect(episode).toMatchObject({
      enclosure_url: '',
      claimed_type: '',
      media_id: expect.any(Number),
    });
  });

  it('leaves an episode at the address of the feed while its audio is missing', async () => {
    const missing = await bring({ name: 'linked', hasAudio: false });
    const enclosure_url = `${OLD}/download/7/episode.mp3`;
    expect(missing.episode).toMatchObject({ enclosure_url, media_id: null });
    const found = await bring({ name: 'linked' });
    expect(found.episode).toMatchObject({ enclosure_url: '', media_id: expect.any(Number) });
  });

  it('keeps addresses and elements that an earlier import has stored', async () => {
    const kept = {
      enclosure_url: 'https://first.test/1.mp3',
      claimed_type: 'audio/mpeg',
      claimed_size: 99,
      claimed_duration: 12,
      image_source_url: 'https://first.test/1.jpg',
      chapters_url: 'https://first.test/1.json',
      transcript_links: [
        { url: 'https://first.test/1.vtt', type: 'text/vtt', language: null, rel: null },
      ],
      link_url: 'https://first.test/1',
      extra_xml: '<x:a xmlns:x="urn:x" b="1"/>',
    };
    const { episode } = await bring({ name: 'kept', episode: kept });
    expect(episode).toMatchObject({ ...kept, claimed_size: '99' });
  });

  it('keeps the times at which an episode was first listed and was on air', async () => {
    const times = {
      first_listed_at: '2026-01-02T03:04:05.678+00:00',
      on_air_from: '2026-01-02T04:00:00+00:00',
      on_air_until: '2026-01-02T05:00:00+00:00',
    };
    const live = { type: 'LIVE', state: 'published', live_url: 'https://x.test/1.m3u8' };
    const { episode, further } = await bring({
      name: 'times',
      episode: times,
      further: { ...EPISODE, ...live, ...times, guid: 'ended' },
    });
    const dates = Object.fromEntries(
      Object.entries(times).map(([name, at]) => [name, new Date(at)]),
    );
    expect(episode).toMatchObject({ first_listed_at: dates.first_listed_at });
    expect(further).toMatchObject({ type: 'LIVE', ...dates });
  });

  it('trusts the JSON as little as the API trusts an author', async () => {
    const { show, episode } = await bring({
      name: 'rules',
      show: { player_options: 'nonsense=1', link_url: 'javascript:1', language: '??' },
      episode: {
        description: '<p onclick="x()">Hello<script>1</script></p>',
        link_url: 'javascript:1',
        extra_xml: '<script xmlns="http://www.w3.org/1999/xhtml">1</script><x:a xmlns:x="urn:x"/>',
        chapters_url: 'javascript:1',
      },
    });
    expect(show).toMatchObject({ player_options: '', language: 'en' });
    expect(episode).toMatchObject({
      description: '<p>Hello</p>',
      extra_xml: '<x:a xmlns:x="urn:x"/>',
    });
    expect(JSON.stringify([show, episode])).not.toContain('javascript');
  });

  it('reads an archive whose JSON lacks these fields from its feed', async () => {
    const without = { link_url: undefined, description: undefined, extra_xml: undefined };
    const { show } = await bring({
      name: 'former',
      show: { ...without, player_options: undefined },
    });
    expect(show).toMatchObject({ description: 'Bells', link_url: `${OLD}/show/bells` });
    expect(show.extra_xml).not.toContain('liveItem');
  });
});
