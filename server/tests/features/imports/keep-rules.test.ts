import { Readable } from 'node:stream';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { readPodcast } from '../../../src/features/imports/read-podcast.ts';
import {
  EPISODE_FEED_INPUT,
  SHOW_FEED_INPUT,
} from '../../../src/platform/podcasting/feed-input.ts';

/** Reads a podcast with these elements in its channel and in its only item. */
async function read(channel: string, item = '') {
  const text = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>T</title>${channel}
    <item><title>One</title><guid>1</guid>${item}<enclosure url="https://pod.test/1.mp3" type="audio/mpeg"/></item>
    </channel></rss>`;
  const { feed } = await readPodcast('https://pod.test/feed', {
    fetcher: async () => ({ body: Readable.from([Buffer.from(text)]), contentType: '' }),
  });
  const [episode] = feed.items;
  if (!episode) throw new Error('no item');
  return { feed, episode };
}

const long = (length: number) => 'x'.repeat(length);
const email = (address: string) =>
  `<itunes:owner><itunes:email>${address}</itunes:email></itunes:owner>`;
const category = (text: string, below = '') =>
  `<itunes:category text="${text}">${below}</itunes:category>`;

const CHANNELS: [xml: string, fields: object, note: string | null][] = [
  ['<language>en_us</language>', { language: 'en-US' }, null],
  ['<language>DE-de</language>', { language: 'de-DE' }, null],
  ['<language>English</language>', { language: 'en' }, '"English" in language'],
  [email('ann@pod.test'), { owner_email: 'ann@pod.test' }, null],
  [email('ann at pod.test'), { owner_email: null }, '"ann at pod.test" in owner_email'],
  [
    '<podcast:locked owner="Ann">yes</podcast:locked>',
    { locked: true, locked_owner: null },
    '"Ann" in locked_owner',
  ],
  [category('arts', category('books')), { categories: ['Arts', 'Books'] }, null],
  [category('Books'), { categories: ['Arts', 'Books'] }, null],
  [category('Podcasting'), { categories: ['Technology'] }, null],
  [
    category('Society &amp;amp; Culture', category('Vlogs')),
    { category_tree: [{ text: 'Society & Culture', categories: [] }] },
    '"Vlogs" in categories',
  ],
  ['<itunes:keywords>a, #a, A, b</itunes:keywords>', { keywords: ['a', 'b'] }, null],
  ['<itunes:type>weekly</itunes:type>', { itunes_type: null }, null],
  ['<podcast:guid>my-show</podcast:guid>', { guid: expect.stringMatching(/^[\da-f-]{36}$/) }, null],
  [
    '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>',
    { guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810' },
    null,
  ],
  [
    `<podcast:person role="${long(300)}">${long(200)}</podcast:person>`,
    { persons: [{ name: long(128), role: long(300), group: null, img: null, href: null }] },
    null,
  ],
  [
    '<podcast:location rel="home" geo="48.2,16.3" osm="Q1741" country="Austria">Vienna</podcast:location>',
    { locations: [{ name: 'Vienna', rel: null, geo: null, osm: null, country: null }] },
    '"home" in locations, and 3 more',
  ],
  [
    '<podcast:location geo="geo:48.2,16.3" osm="R109166" country="at">Vienna</podcast:location>',
    {
      locations: [
        { name: 'Vienna', rel: null, geo: 'geo:48.2,16.3', osm: 'R109166', country: 'at' },
      ],
    },
    null,
  ],
  [
    `<podcast:funding url="https://pod.test/">${long(200)}</podcast:funding>`,
    { funding: [{ url: 'https://pod.test/', text: long(128) }] },
    null,
  ],
  [
    '<podcast:person img="ftp://pod.test/a.jpg" href="javascript:alert(1)">Ann</podcast:person><podcast:person img="">Bo</podcast:person>',
    {
      persons: ['Ann', 'Bo'].map((name) => ({
        name,
        role: null,
        group: null,
        img: null,
        href: null,
      })),
      extra_xml: '',
    },
    '"ftp://pod.test/a.jpg" in persons, and 1 more',
  ],
  [
    '<podcast:person href="ann" email="a@pod.test">Ann</podcast:person>',
    { extra_xml: '<podcast:person email="a@pod.test">Ann</podcast:person>' },
    '"ann" in podcast:person',
  ],
  ['<podcast:location geo="geo:48.2,16.3"/>', { locations: [], extra_xml: '' }, '"" in locations'],
  [
    '<podcast:license url="urn:mine">mine</podcast:license>',
    { license: { name: 'mine', url: null }, extra_xml: '' },
    '"urn:mine" in license',
  ],
  [
    '<podcast:funding url="mailto:pay@pod.test">Pay</podcast:funding><podcast:funding url="">Pay</podcast:funding>',
    { funding: [], extra_xml: '' },
    '"mailto:pay@pod.test" in funding, and 1 more',
  ],
  [
    '<podcast:funding url="/pay" platform="x">Pay</podcast:funding>',
    { funding: [], extra_xml: '' },
    '"/pay" in podcast:funding',
  ],
  [
    '<podcast:podroll><podcast:remoteItem feedGuid="a" feedUrl="feed://pod.test"/></podcast:podroll>',
    { podroll: [expect.objectContaining({ feed_guid: 'a', feed_url: null })], extra_xml: '' },
    '"feed://pod.test" in podroll',
  ],
  [
    '<podcast:trailer url="ftp://pod.test/t.mp3" pubdate="soon" length="long">T</podcast:trailer>',
    { trailers: [], extra_xml: '' },
    '"ftp://pod.test/t.mp3" in trailers, and 2 more',
  ],
  [
    '<podcast:liveItem status="live"><title>Live</title><podcast:contentLink href="live">L</podcast:contentLink></podcast:liveItem>',
    {
      extra_xml: '<podcast:liveItem status="live"><title>Live</title></podcast:liveItem>',
    },
    '"live" in podcast:contentLink',
  ],
  [
    '<podcast:trailer url="https://pod.test/t.mp3" pubdate="Thu, 01 Apr 2021 08:00:00 EST"/>',
    { trailers: [] },
    '"" in trailers',
  ],
  [
    `<podcast:license>${long(200)}</podcast:license>`,
    { license: { name: long(128), url: null } },
    null,
  ],
];

const ITEMS: [xml: string, fields: object, note: string | null][] = [
  ['<itunes:episode>20240115</itunes:episode>', { episode_number: 20_240_115 }, null],
  ['<itunes:episodeType>Special</itunes:episodeType>', { episode_type: 'full' }, null],
  ['<itunes:duration>-5</itunes:duration>', { duration: 0 }, null],
  ['<link>javascript:alert(1)</link>', { link_url: null }, null],
  ['<itunes:author>ann@pod.test</itunes:author>', { author: null }, null],
  [
    '<podcast:soundbite startTime="1" duration="900">Long</podcast:soundbite>',
    { soundbites: [] },
    '900 in soundbites',
  ],
  [
    '<podcast:soundbite startTime="soon" duration="5">x</podcast:soundbite><podcast:soundbite duration="5"/>',
    { soundbites: [], extra_xml: '' },
    '"soon" in soundbites, and 1 more',
  ],
  [
    '<podcast:transcript url="ftp://pod.test/1.vtt" type="text/vtt"/>',
    { transcript_links: [], extra_xml: '' },
    '"ftp://pod.test/1.vtt" in transcript_links',
  ],
  [
    '<podcast:chapters url="ftp://pod.test/1.json" type="application/json+chapters"/>',
    { chapters_url: null, extra_xml: '' },
    '"ftp://pod.test/1.json" in chapters_url',
  ],
  [
    '<podcast:chapters url="HTTPS://pod.test/1 a.json" type="application/json+chapters"/>',
    { chapters_url: 'https://pod.test/1%20a.json' },
    null,
  ],
  [
    `<podcast:alternateEnclosure type="audio/opus">${['1.opus', 'ipfs://Qm', 'data:x'].map((uri) => `<podcast:source uri="${uri}"/>`).join('')}</podcast:alternateEnclosure>`,
    {
      extra_xml:
        '<podcast:alternateEnclosure type="audio/opus"><podcast:source uri="ipfs://Qm"/></podcast:alternateEnclosure>',
    },
    '"1.opus" in podcast:source, and 1 more',
  ],
  [
    '<podcast:alternateEnclosure type="audio/opus"><podcast:source uri=""/></podcast:alternateEnclosure>',
    { extra_xml: '' },
    '"" in podcast:source',
  ],
  [
    '<podcast:socialInteract uri="/post/1" protocol="activitypub"/>',
    { extra_xml: '' },
    '"/post/1" in podcast:socialInteract',
  ],
  [
    `<podcast:season name="${long(200)}">1</podcast:season>`,
    { season: 1, season_name: long(128) },
    null,
  ],
];

const inputOf = (schema: object, fields: object) =>
  Object.entries(schema).flatMap(([name, rule]) => {
    const value = fields[name as keyof typeof fields];
    return value === null || value === undefined || Value.Check(rule, value) ? [] : [name];
  });

describe('a field of an imported feed follows the rule of the API', () => {
  it.each(CHANNELS)('of a show: %s', async (xml, fields, note) => {
    const { feed } = await read(xml);
    expect(feed).toMatchObject(fields);
    expect(inputOf(SHOW_FEED_INPUT, feed)).toEqual([]);
    expect(feed.notes).toEqual(note === null ? [] : [expect.stringContaining(note)]);
  });

  it.each(ITEMS)('of an episode: %s', async (xml, fields, note) => {
    const { feed, episode } = await read('', xml);
    expect(episode).toMatchObject(fields);
    expect(inputOf(EPISODE_FEED_INPUT, episode)).toEqual([]);
    expect(feed.notes).toEqual(note === null ? [] : [expect.stringContaining(note)]);
  });
});
