import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FeedRefused } from '../../../src/features/imports/feed.ts';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';
import { readPodcast } from '../../../src/features/imports/read-podcast.ts';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';
import { decodeXml } from '../../../src/platform/xml/decode-xml.ts';

const FEEDS = fileURLToPath(new URL('../../../../../shared/data/feeds/', import.meta.url));
const isThere = existsSync(FEEDS);
if (!isThere) process.stderr.write(`skipped: no feeds under ${FEEDS}\n`);

const read = (file: string) => parseFeed(decodeXml(readFileSync(join(FEEDS, file))));

/** Feeds that cannot be hosted, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  'gb2312-qq.xml': 'it has no audio',
  'rss10-rdf.xml': 'RSS 1.0',
  'own-hostile-xxe.xml': 'entities',
  'peertube-video.xml': 'it is a video',
  'toraifosu-video.xml': 'it is a video',
  'micro/chapters.rss': 'it has no audio',
  'micro/redirect_new_location.rss': 'no <channel>',
};

interface Expected {
  agreed_items: number | null;
  'python-feedparser'?: { items: number; title?: string };
}

const files = isThere
  ? readdirSync(FEEDS, { recursive: true })
      .map(String)
      .filter((name) => /\.(xml|rss)$/.test(name))
  : [];
const expected: Record<string, Expected> = isThere
  ? JSON.parse(readFileSync(join(FEEDS, 'EXPECTED.json'), 'utf8'))
  : {};

describe.skipIf(!isThere)('parseFeed on feeds from the wild', () => {
  it.each(files.filter((file) => !REFUSED[file]))('reads every item of %s', (file) => {
    const feed = read(file);
    const wanted = expected[file]?.agreed_items;
    if (wanted != null) expect(feed.items.length + feed.refused.length).toBe(wanted);
    expect(feed.title).not.toBe('');
    expect(new Set(feed.items.map(({ guid }) => guid)).size).toBe(feed.items.length);
  });

  it.each(Object.entries(REFUSED))('refuses %s: %s', async (file, reason) => {
    const reading = readPodcast(join(FEEDS, file), { fetcher: createFetcher() });
    await expect(reading).rejects.toThrow(reason);
  });

  it.each([
    ['own-ja-euc-jp.xml', /[ぁ-ん]|[一-龠]/],
    ['own-ko-utf16le-bom.xml', /한국어/],
    ['own-ru-windows-1251.xml', /[а-я]/i],
    ['own-lie-utf8-is-latin1.xml', /[à-ü]/i],
  ])('decodes %s', (file, script) => {
    const { title, items } = read(file);
    expect(`${title} ${items[0]?.title}`).toMatch(script);
    expect(`${title} ${items[0]?.title}`).not.toContain('\uFFFD');
  });

  it('gives a show the same key two weeks later', () => {
    const [before, after] = ['01', '02'].map((n) => read(`megaphone-intercepted-2018-${n}.xml`));
    expect(before?.feed_key).toBe(after?.feed_key);
  });

  it('keeps episodes apart that share a guid, and lists none twice', () => {
    expect(read('own-guid-oddities.xml').items).toHaveLength(7);
  });
});

const rss = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${inner}</channel></rss>`;
const item = (inner: string) =>
  `<item>${inner}<enclosure url="https://e.test/1.mp3" length="1" type="audio/mpeg"/></item>`;

describe('parseFeed', () => {
  it.each([
    ['', 'empty'],
    ['<!doctype html><html><body>404</body></html>', 'web page'],
    ['{"version":"https://jsonfeed.org"}', 'no <rss>'],
    ['<rss version="2.0"><channel><title>', 'XML'],
    ['<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', 'Atom'],
    [`<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rss('')}`, 'entities'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseFeed(text)).toThrow(FeedRefused);
    expect(() => parseFeed(text)).toThrow(reason);
  });

  it('keeps markup in a title as text, and removes scripts from a description', () => {
    const hostile =
      '<title>&lt;b&gt;x&lt;/b&gt;\u202e</title><description>&lt;script&gt;alert(1)&lt;/script&gt;&lt;p onclick="x"&gt;hi&lt;/p&gt;</description>';
    const [first] = parseFeed(rss(item(hostile))).items;
    expect([first?.title, first?.description]).toEqual(['<b>x</b>', '<p>hi</p>']);
  });

  it('reads show notes about markup, and sizes that are wrong', () => {
    const notes = '<description><![CDATA[<!ENTITY x "y"> <rdf:RDF> <html>]]></description>';
    const text = rss(item(`<guid>${'g'.repeat(5000)}</guid>${notes}`)).replace(
      'length="1"',
      'length="12.7"',
    );
    const [first] = parseFeed(text).items;
    expect(first?.enclosure.length).toBe(12);
    expect(first?.guid).toHaveLength(64);
  });

  it('makes a guid of the address if the item has none', () => {
    expect(parseFeed(rss(item('<title>a</title>'))).items[0]?.guid).toBe('https://e.test/1.mp3');
  });

  it.each([
    ['90', 90],
    ['  90  ', 90],
    ['\n      1:02:03\n    ', 3723],
    ['62:03', 3723],
    ['1:00:00.5', 3600.5],
    ['00:01:30,', 0],
    ['<![CDATA[1:30]]>', 90],
    ['about an hour', 0],
    ['-5', 0],
  ])('reads the duration %j', (text, seconds) => {
    const itunes = 'http://www.itunes.com/dtds/podcast-1.0.dtd';
    const feed = rss(item(`<itunes:duration>${text}</itunes:duration>`));
    const declared = feed.replace('<rss', `<rss xmlns:itunes="${itunes}"`);
    expect(parseFeed(declared).items[0]?.duration).toBe(seconds);
  });

  const enclosing = (...enclosures: string[]) =>
    rss(`${item('<guid>ok</guid>')}<item><title>a</title>${enclosures.join('')}</item>`);

  it.each([
    ['url="https://e.test/a.jpg" type="image/jpeg"', 'it is a picture'],
    ['url="https://e.test/cover" type="image/png"', 'it is a picture'],
    ['url="https://e.test/a.PNG?size=1" type=""', 'it is a picture'],
    ['url="https://e.test/a.pdf" type="application/pdf"', 'it is a document'],
    ['url="https://e.test/get?id=1" type="application/pdf"', 'it is a document'],
    ['url="https://e.test/a.pdf" type="audio/mpeg"', 'it is a document'],
    ['url="https://e.test/a.mp3" type="application/pdf"', 'it is a document'],
    ['url="https://e.test/a.mp3" type="image/jpeg"', 'it is a picture'],
    ['url="https://e.test/a.html" type="text/html"', 'it is a document'],
    ['url="https://e.test/a.zip" type="application/octet-stream"', 'it is a document'],
    ['url="https://e.test/a.mp4" type="video/mp4"', 'it is a video'],
    ['url="https://e.test/a.mov"', 'it is a video'],
  ])('refuses an item with the enclosure %s', (enclosure, reason) => {
    const { items, refused } = parseFeed(enclosing(`<enclosure ${enclosure}/>`));
    expect(items).toHaveLength(1);
    expect(refused).toEqual([{ title: 'a', reason }]);
  });

  it.each([
    'url="https://e.test/a.mp3" type="text/html"',
    'url="https://e.test/a.mp4" type="audio/mp4"',
    'url="https://e.test/play.php?id=1"',
    'url="https://e.test/1" type="application/octet-stream"',
  ])('takes an item with the enclosure %s', (enclosure) => {
    expect(parseFeed(enclosing(`<enclosure ${enclosure}/>`)).items).toHaveLength(2);
  });

  it('takes the first enclosure that can be audio', () => {
    const picture = '<enclosure url="https://e.test/a.jpg" type="image/jpeg"/>';
    const audio = '<enclosure url="https://e.test/a.mp3" type="audio/mpeg"/>';
    expect(parseFeed(enclosing(picture, audio)).items[1]?.enclosure.url).toBe(
      'https://e.test/a.mp3',
    );
  });

  it.each([
    ['comments without an end', '<!--'.repeat(500_000)],
    ['comments', '<!---->'.repeat(500_000)],
    [
      'deep markup in the notes',
      `<item><description>${'<b>'.repeat(300_000)}</description></item>`,
    ],
    ['deep markup elsewhere', '<b>'.repeat(300_000)],
  ])('does not hang on %s', (_, inner) => {
    // Quadratic time would be minutes, which is beyond the time limit of a test.
    for (const text of [`${inner}${rss(item(''))}`, rss(`${item('')}${inner}`)]) {
      try {
        parseFeed(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FeedRefused);
      }
    }
  });

  it('keeps feeds apart that name neither a guid, their address nor a site', () => {
    const keys = ['/home/a/feed.xml', '/home/b/feed.xml'].map(
      (source) => parseFeed(rss(item('')), source).feed_key,
    );
    expect(keys[0]).not.toBe(keys[1]);
    const linked = rss(`<link>https://e.test</link>${item('')}`);
    expect(parseFeed(linked, '/a').feed_key).toBe(parseFeed(linked, '/b').feed_key);
  });

  it('reads words that are escaped twice', () => {
    const twice = 'R&amp;amp;D &amp;amp;uuml;ber';
    const names = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
    const { author, categories, items } = parseFeed(
      rss(
        `<itunes:author>${twice}</itunes:author><itunes:category text="${twice}"/>${item(
          `<title><![CDATA[R&amp;D &uuml;ber]]></title><itunes:author>${twice}</itunes:author>
          <psc:chapters xmlns:psc="http://podlove.org/simple-chapters"><psc:chapter start="1" title="${twice}"/></psc:chapters>`,
        )}`,
      ).replace('<rss', `<rss ${names}`),
    );
    const [first] = items;
    const words = [author, categories[0], first?.title, first?.author, first?.chapters[0]?.title];
    expect(words).toEqual(Array.from({ length: 5 }, () => 'R&D über'));
  });

  it('never takes a mail address for the name of an author', () => {
    const author = (text: string) => `<itunes:author>${text}</itunes:author>`;
    const read = (inner: string) =>
      parseFeed(
        rss(inner).replace(
          '<rss',
          '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
        ),
      );
    const own = '<author>ann@example.org (Ann)</author><managingEditor>a@b.test</managingEditor>';
    const owner = '<itunes:owner><itunes:name>ann@example.org</itunes:name></itunes:owner>';
    const feed = read(
      `${author('ann@example.org')}${own}${owner}${item(author('&lt;ann@b.test&gt;'))}`,
    );
    expect(feed).toMatchObject({ author: 'T', owner_name: null, items: [{ author: null }] });
    expect(feed.extra_xml).toBe('<author>Ann</author><managingEditor>a@b.test</managingEditor>');
    expect(read(`${author('Ann &lt;ann@example.org&gt;')}${item('')}`).author).toBe('Ann');
  });

  it('reads windows-1252 that is written as references', () => {
    const [first] = parseFeed(rss(item('<title>It&#146;s &#147;on&#148;</title>'))).items;
    expect(first?.title).toBe('It’s “on”');
  });
});
