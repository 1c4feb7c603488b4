import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';
import { readPodcast } from '../../../src/features/imports/read-podcast.ts';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';

const NAMESPACES =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"';

const ITEM = `<title>One</title><guid>one</guid><link>one.html</link>
  <enclosure url="audio/one%201.mp3" length="1" type="audio/mpeg"/>
  <itunes:image href="/one.jpg"/>
  <podcast:chapters url="one.json" type="application/json+chapters"/>
  <podcast:transcript url="one.vtt" type="text/vtt"/>
  <podcast:person href="?by=ann" img="//img.example/ann.jpg">Ann</podcast:person>
  <psc:chapters><psc:chapter start="0" title="A" href="#a" image="a.png"/></psc:chapters>`;

const rss = ({ at = '', channel = '', item = '' }, items = ITEM) =>
  `<rss version="2.0" ${NAMESPACES} ${at}><channel ${channel}><title>Show</title><link>.</link>
    <image><url>cover.png</url></image><item ${item}>${items}</item></channel></rss>`;

const SOURCE = 'https://pod.example/feeds/show.xml?key=1';

const filesOf = (feed: ReturnType<typeof parseFeed>) =>
  feed.items.map(({ enclosure }) => enclosure.url);

describe('parseFeed', () => {
  it('resolves every address against that of the feed', () => {
    const feed = parseFeed(rss({}), SOURCE);
    expect(feed).toMatchObject({
      link_url: 'https://pod.example/feeds/',
      image_url: 'https://pod.example/feeds/cover.png',
      refused: [],
    });
    expect(feed.items[0]).toMatchObject({
      link_url: 'https://pod.example/feeds/one.html',
      enclosure: { url: 'https://pod.example/feeds/audio/one%201.mp3' },
      image_url: 'https://pod.example/one.jpg',
      chapters_url: 'https://pod.example/feeds/one.json',
      transcript_links: [{ url: 'https://pod.example/feeds/one.vtt' }],
      persons: [
        { href: 'https://pod.example/feeds/show.xml?by=ann', img: 'https://img.example/ann.jpg' },
      ],
      chapters: [{ url: null, image_url: 'https://pod.example/feeds/a.png' }],
    });
    expect(JSON.stringify(feed)).not.toContain('key=1'); // only listeners of a private feed have its key
  });

  it.each([
    [{ at: 'xml:base="https://cdn.example/a/"' }, 'https://cdn.example/a/audio/one%201.mp3'],
    [{ channel: 'xml:base="/b/"' }, 'https://pod.example/b/audio/one%201.mp3'],
    [
      { at: 'xml:base="https://cdn.example/a/"', channel: 'xml:base="b/"', item: 'xml:base="c/"' },
      'https://cdn.example/a/b/c/audio/one%201.mp3',
    ],
    [{ channel: 'xml:base="file:///etc/"' }, 'https://pod.example/feeds/audio/one%201.mp3'],
    [{ channel: 'xml:base="https://["' }, 'https://pod.example/feeds/audio/one%201.mp3'],
  ])('follows xml:base: %j', (bases, url) => {
    expect(filesOf(parseFeed(rss(bases), SOURCE))).toEqual([url]);
  });

  it('reads an element with a base of its own', () => {
    const chapters = '<podcast:chapters xml:base="https://c.example/" url="one.json" type="x"/>';
    const enclosure = '<enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>';
    const [item] = parseFeed(rss({}, `<title>One</title>${enclosure}${chapters}`), SOURCE).items;
    expect(item?.chapters_url).toBe('https://c.example/one.json');
  });

  it('leaves absolute addresses, other schemes, and addresses without a base as they are', () => {
    const link = (text: string) => parseFeed(rss({}).replace('<link>.<', `<link>${text}<`), SOURCE);
    expect(link('mailto:ann@pod.example').link_url).toBe(null);
    expect(link('HTTPS://Pod.example').link_url).toBe('HTTPS://Pod.example');
    expect(link('').link_url).toBe(null);
    expect(link('#').link_url).toBe(null);
    expect(parseFeed(rss({}), '/folder/feed.xml').link_url).toBe(null);
  });

  it.each(['www.show.example', 'my-show.com', 'WWW.Show.Example/about', 'podcast.show.org/?p=1'])(
    'takes a host without a scheme for no address: %s',
    (text) => {
      const feed = parseFeed(rss({}).replace('<link>.<', `<link>${text}<`), SOURCE);
      expect(feed.link_url).toBe(null);
    },
  );

  it('keeps the key of a feed whose site has a relative address', () => {
    expect(parseFeed(rss({}), SOURCE).feed_key).toBe('. Show');
  });
});

describe('readPodcast', () => {
  const server = createServer(({ url }, answer) => {
    if (url === '/old.xml') answer.writeHead(302, { Location: '/new/feed.xml' }).end();
    else answer.end(rss({}) + (url === '/large/feed.xml' ? ' '.repeat(200_000) : ''));
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const read = async (address: string) => {
    const fetcher = createFetcher({ privateHosts: [origin] });
    return (await readPodcast(address, { fetcher })).feed;
  };

  it('resolves addresses against the last one of a feed that redirects, in the thread as well', async () => {
    const moved = await read(`http://${origin}/old.xml`);
    expect(filesOf(moved)).toEqual([`http://${origin}/new/audio/one%201.mp3`]);
    const large = await read(`http://${origin}/large/feed.xml`);
    expect(filesOf(large)).toEqual([`http://${origin}/large/audio/one%201.mp3`]);
  });

  it('stores no credentials of the base', async () => {
    const feed = await read(`http://ann:secret@${origin}/old.xml`);
    expect(JSON.stringify(feed)).not.toContain('secret');
    expect(filesOf(feed)).toEqual([`http://${origin}/new/audio/one%201.mp3`]);
  });
});
