import { describe, expect, it } from 'vitest';
import { diffFeeds } from '../../../src/features/feeds/diff-feeds.ts';
import { BrokenXml } from '../../../src/platform/xml/read-xml.ts';

const ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const rss = (inner: string, attributes = ITUNES) =>
  `<rss version="2.0" ${attributes}><channel><title>Show</title>${inner}</channel></rss>`;
const item = (guid: string, inner = '') =>
  `<item><title>${guid}!</title><guid isPermaLink="false">${guid}</guid>${inner}</item>`;

describe('diffFeeds', () => {
  it.each([
    [
      'the order',
      item('a', '<link>l</link><author>x</author>') + item('b'),
      item('b') + item('a', '<author>x</author><link>l</link>'),
    ],
    ['white space', '<copyright> by\n  me </copyright>', '<copyright>by me</copyright>'],
    ['CDATA', '<copyright><![CDATA[a & b]]></copyright>', '<copyright>a &amp; b</copyright>'],
    [
      'spellings of one moment',
      item('a', '<pubDate>Mon, 01 Jan 2024 09:00:00 +0000</pubDate>'),
      item('a', '<pubDate>Mon, 1 Jan 2024 10:00:00 +0100</pubDate>'),
    ],
    [
      'spellings of a length',
      item('a', '<itunes:duration>1:02:03</itunes:duration>'),
      item('a', '<itunes:duration>3723.2</itunes:duration>'),
    ],
    [
      'spellings of yes',
      '<itunes:explicit>yes</itunes:explicit>',
      '<itunes:explicit>true</itunes:explicit>',
    ],
    ['what holds without a word', '<itunes:block>no</itunes:block>', '<itunes:complete/>'],
    [
      'what runs',
      '<description>&lt;p onclick="x()"&gt;hi&lt;/p&gt;</description>',
      '<description><![CDATA[<p>hi</p><script>x()</script>]]></description>',
    ],
    ['repetition', '<ttl>60</ttl><ttl>60</ttl>', '<ttl>60</ttl>'],
    [
      'the split of keywords',
      '<itunes:keywords>a, b</itunes:keywords>',
      '<itunes:keywords text="b"/><itunes:keywords>a</itunes:keywords>',
    ],
    [
      'which season',
      item('a', '<itunes:season>2</itunes:season>'),
      item(
        'a',
        '<podcast:season xmlns:podcast="https://podcastindex.org/namespace/1.0">02</podcast:season>',
      ),
    ],
  ])('does not count %s', (_, a, b) => {
    expect(diffFeeds(rss(a), rss(b))).toEqual([]);
    expect(diffFeeds(rss(b), rss(a))).toEqual([]);
  });

  it('does not count the prefix of a namespace', () => {
    const a = rss('<x:y z="1"><x:w/></x:y>', 'xmlns:x="urn:x"');
    const b = rss('<q:y xmlns:q="urn:x" z="1"><q:w/></q:y>', '');
    expect(diffFeeds(a, b)).toEqual([]);
  });

  it.each([
    ['a missing element', '<copyright>me</copyright>', '', ['copyright', 'me', null]],
    ['a new element', '', '<copyright>me</copyright>', ['copyright', null, 'me']],
    ['another text', '<ttl>60</ttl>', '<ttl>61</ttl>', ['ttl', '60', '61']],
    [
      'an attribute',
      '<itunes:image href="https://e.test/a.jpg"/>',
      '<itunes:image href="https://e.test/b.jpg"/>',
      ['itunes:image', 'https://e.test/a.jpg', 'https://e.test/b.jpg'],
    ],
    ['one of several', '<x a="1"/><x a="2"/>', '<x a="1"/>', ['x', 'a=2', null]],
    [
      'an inner element',
      '<itunes:owner><itunes:name>A</itunes:name></itunes:owner>',
      '<itunes:owner/>',
      ['itunes:owner', '<itunes:name A>', null],
    ],
    [
      'a namespace',
      '<a:x xmlns:a="urn:a">1</a:x>',
      '<a:x xmlns:a="urn:b">1</a:x>',
      ['{urn:a}x', '1', null],
    ],
  ])('counts %s', (_, a, b, [element, before, after]) => {
    expect(diffFeeds(rss(a), rss(b))).toContainEqual({ item: null, element, a: before, b: after });
  });

  it('finds an item again by its guid, its file or its title', () => {
    const file = '<enclosure url="https://e.test/1.mp3" length="1" type="audio/mpeg"/>';
    const a = rss(item('one', '<link>x</link>') + item('two', file) + item('three') + item('four'));
    const b = rss(
      item('2', file).replace('2!', 'two!') +
        item('3').replace('3!', 'three!') +
        item('one') +
        item('five'),
    );
    expect(diffFeeds(a, b).map(({ item, element }) => [item?.guid, element])).toEqual([
      ['one', 'link'],
      ['two', 'guid'],
      ['three', 'guid'],
      ['four', 'item'],
      ['five', 'item'],
    ]);
  });

  it('keeps items apart that share a guid', () => {
    const same = (n: number) =>
      item('x', `<enclosure url="https://e.test/${n}.mp3"/><link>${n}</link>`);
    expect(diffFeeds(rss(same(1) + same(2)), rss(same(2) + same(1)))).toEqual([]);
  });

  it('refuses what is no feed', () => {
    expect(() => diffFeeds(rss(''), '<html></html>')).toThrow(BrokenXml);
  });
});
