import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readRss } from '../../../src/platform/podcasting/read-rss.ts';
import {
  RSS_END,
  type RssChannel,
  type RssItem,
  writeRssItem,
  writeRssStart,
} from '../../../src/platform/podcasting/write-rss.ts';
import { attributeOf, textOf, type XmlElement } from '../../../src/platform/xml/xml-element.ts';

const CHANNEL: RssChannel = { title: 'Show', description: 'd', link: 'https://e.test/' };

function write(items: RssItem[], { channel = CHANNEL, extraXml = '' } = {}): string {
  const written = items.map((fields) => writeRssItem({ fields, extraXml }));
  return writeRssStart({ fields: channel, extraXml }) + written.join('') + RSS_END;
}

const find = (elements: readonly XmlElement[] | undefined, wanted: string) =>
  elements?.find(({ name }) => name === wanted);
const textIn = (elements: readonly XmlElement[] | undefined, wanted: string) => {
  const found = find(elements, wanted);
  return found && textOf(found);
};

describe('writeRssItem', () => {
  it('writes every text so that it is read again as it was', () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 150 });
    const marks = fc.constantFrom(
      ']]>',
      '</item><item>',
      '&apos;&amp;',
      '<![CDATA[x]]>',
      '\uE0000\uE001',
      '<source>\uE0000\uE001</source>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, marks), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = `<p>${parts.join(' ')}</p>`;
        const xml = write([
          { title: text, description: text.repeat(3), guid: { value: text, isPermaLink: false } },
          { title: 'next', enclosures: [{ url: text, length: 1, type: 'audio/mpeg' }] },
        ]);
        expect(XMLValidator.validate(xml)).toBe(true);
        const [first, second, ...more] = readRss(xml).items;
        const kept = text.replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu, '');
        expect(textIn(first, 'title')).toBe(kept);
        expect(textIn(first, 'guid')).toBe(kept);
        expect(textIn(first, 'description')).toBe(kept.repeat(3));
        const enclosure = find(second, 'enclosure');
        expect(enclosure && attributeOf(enclosure, 'url')).toBe(kept);
        expect(more).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('puts no white space around a guid or a title', () => {
    const xml = write([{ title: 'A <b> & c', guid: { value: 'a&b' } }]);
    expect(xml).toContain('<title>A &lt;b&gt; &amp; c</title>');
    expect(xml).toContain('<guid>a&amp;b</guid>');
  });

  it('puts the extra elements of each item and of the channel into it', () => {
    const xml = write([{ title: 'a' }, { title: 'b' }], { extraXml: '<media:x a="1"/>' });
    expect(xml.match(/<media:x a="1"\/>/g)).toHaveLength(3);
    const { channel, items } = readRss(xml);
    expect(find(channel, 'x')?.namespace).toBe('http://search.yahoo.com/mrss/');
    expect(items.map((item) => find(item, 'x') !== undefined)).toEqual([true, true]);
  });

  it('says true and false where Apple wants them', () => {
    const xml = write([{ title: 'a', itunes: { explicit: true } }], {
      channel: { ...CHANNEL, itunes: { explicit: false } },
    });
    expect(xml.match(/<itunes:explicit>\w+/g)).toEqual([
      '<itunes:explicit>false',
      '<itunes:explicit>true',
    ]);
  });

  it('writes a feed without items', () => {
    expect(readRss(write([])).items).toEqual([]);
  });
});
