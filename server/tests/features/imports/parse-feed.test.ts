import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseFeedDate } from '../../../src/features/imports/feed-date.ts';
import { FeedRefused, parseFeed } from '../../../src/features/imports/parse-feed.ts';
import { decodeFeed } from '../../../src/features/imports/read-feed-text.ts';
import { cleanHtml, cleanLine, slugify } from '../../../src/platform/text/clean-text.ts';

const FEEDS = fileURLToPath(new URL('../../../../../shared/data/feeds/', import.meta.url));
const isThere = existsSync(FEEDS);
if (!isThere) process.stderr.write(`skipped: no feeds under ${FEEDS}\n`);

const read = (file: string) => parseFeed(decodeFeed(readFileSync(join(FEEDS, file))));

/** What is no podcast that can be hosted here, and why. */
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

  it.each(Object.entries(REFUSED))('refuses %s: %s', (file, reason) => {
    expect(() => read(file)).toThrow(reason);
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

  it('knows a show by the same key a fortnight later', () => {
    const [before, after] = ['01', '02'].map((n) => read(`megaphone-intercepted-2018-${n}.xml`));
    expect(before?.feed_key).toBe(after?.feed_key);
  });

  it('keeps two episodes apart that share a guid, and finds none twice', () => {
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

  it('takes markup in a title for text, and out of a description what runs', () => {
    const hostile =
      '<title>&lt;b&gt;x&lt;/b&gt;\u202e</title><description>&lt;script&gt;alert(1)&lt;/script&gt;&lt;p onclick="x"&gt;hi&lt;/p&gt;</description>';
    const [first] = parseFeed(rss(item(hostile))).items;
    expect([first?.title, first?.description]).toEqual(['<b>x</b>', '<p>hi</p>']);
  });

  it('reads show notes about markup, and claims that are nonsense', () => {
    const notes = '<description><![CDATA[<!ENTITY x "y"> <rdf:RDF> <html>]]></description>';
    const text = rss(item(`<guid>${'g'.repeat(5000)}</guid>${notes}`)).replace(
      'length="1"',
      'length="12.7"',
    );
    const [first] = parseFeed(text).items;
    expect(first?.enclosure.length).toBe(12);
    expect(first?.guid).toHaveLength(64);
  });

  it('makes a guid of the address where there is none', () => {
    expect(parseFeed(rss(item('<title>a</title>'))).items[0]?.guid).toBe('https://e.test/1.mp3');
  });
});

describe('parseFeedDate', () => {
  it.each([
    ['Mon, 1 Jan 2024 09:00:00 GMT', '2024-01-01T09:00:00.000Z'],
    ['01 Jan 2024 09:00 EST', '2024-01-01T14:00:00.000Z'],
    ['2024-01-01T09:00:00Z', '2024-01-01T09:00:00.000Z'],
    ['2024-01-01 09:00:00', '2024-01-01T09:00:00.000Z'],
    ['Mon, 01 Jan 24 09:00:00 PDT', '2024-01-01T16:00:00.000Z'],
    ['Lun, 01 Gen 2024 09:00:00 +0100', '2024-01-01T08:00:00.000Z'],
    ['1704099600', '2024-01-01T09:00:00.000Z'],
    ['Mon, 01 Jan 2024 24:00:00 +0000', '2024-01-02T00:00:00.000Z'],
    ['Mon, 01 Jan 2024 09:00:60 +0000', '2024-01-01T09:01:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(parseFeedDate(text)?.toISOString()).toBe(iso);
  });

  it.each(['', 'yesterday', '99 Foo 2024', undefined])('gives up on %s', (text) => {
    expect(parseFeedDate(text)).toBeNull();
  });
});

describe('clean text', () => {
  it('keeps letters of every script in an address', () => {
    expect(slugify('Épisode 12: Ελλάδα!', 'x')).toBe('episode-12-ελλαδα');
    expect(slugify('!!!', 'episode')).toBe('episode');
  });

  it('leaves no way to run or to load', () => {
    expect(cleanHtml('<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>')).toBe(
      '<a rel="nofollow noopener">x</a>',
    );
    expect(cleanLine('a\u0000b\nc')).toBe('a b c');
  });
});
