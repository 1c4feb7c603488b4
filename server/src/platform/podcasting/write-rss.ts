import { generateRssFeed, type Rss } from 'feedsmith';
import { escapeAttribute, escapeText, xmlText } from '../xml/escape-xml.ts';
import { NAMESPACE_ATTRIBUTES } from './namespaces.ts';

export type RssChannel = Omit<Rss.Feed<Date>, 'items' | 'docs'>;
export type RssItem = Omit<Rss.Item<Date>, 'source'>;

/** A channel or an item, with the elements that feedsmith does not know. */
export interface WithExtra<Fields> {
  fields: Fields;
  /** Well-formed XML that uses the prefixes of `ROOT_NAMESPACES` without declaring them. */
  extraXml: string;
}

const RSS_START = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${NAMESPACE_ATTRIBUTES}>\n<channel>`;
export const RSS_END = '</channel>\n</rss>\n';

/** The beginning of a feed, up to the first item. */
export function writeRssStart({ fields, extraXml }: WithExtra<RssChannel>): string {
  const marks = createMarks();
  const xml = generateRssFeed({ ...marks.hide(fields), docs: marks.of(extraXml) });
  return `${RSS_START}${marks.fill(between(xml, '<channel>', '</channel>'))}\n`;
}

/** An item as one element. */
export function writeRssItem({ fields, extraXml }: WithExtra<RssItem>): string {
  const marks = createMarks();
  const item = { ...marks.hide(fields), source: { title: marks.of(extraXml), url: '' } };
  const xml = generateRssFeed({ title: 'item', items: [item] });
  return `<item>${marks.fill(between(xml, '<item>', '</item>'))}</item>\n`;
}

/** The text between the first start and the last end, without feedsmith's white space between elements. */
function between(xml: string, start: string, end: string): string {
  return xml
    .slice(xml.indexOf(start) + start.length, xml.lastIndexOf(end))
    .replace(/>\s+</g, '><')
    .replaceAll('<itunes:explicit>yes<', '<itunes:explicit>true<') // the spelling of Apple's specification
    .replaceAll('<itunes:explicit>no<', '<itunes:explicit>false<')
    .trim();
}

const MARK = /<(docs|source)>\uE000(\d+)\uE001<\/\1>|("?)\uE000(\d+)\uE001/g;

/**
 * Replaces every text by a placeholder before feedsmith runs, and inserts it into the generated XML. feedsmith pads
 * CDATA with white space, which some apps take as part of a guid or title, and it decodes `&apos;` twice.
 */
function createMarks() {
  const texts: string[] = [];
  const of = (text: string) => `\uE000${texts.push(text) - 1}\uE001`;
  const hide = <Value>(value: Value): Value => hideIn(value) as Value;

  function hideIn(value: unknown): unknown {
    if (typeof value === 'string') return value === '' ? undefined : of(value);
    if (Array.isArray(value)) return value.map(hideIn);
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
  }

  return {
    of,
    hide,
    fill: (xml: string) =>
      xml.replace(MARK, (_, element, extra: string, quote: string, index: string) => {
        if (element) return texts[Number(extra)] ?? '';
        const text = texts[Number(index)] ?? '';
        return quote + (quote ? escapeAttribute(text) : writeText(text));
      }),
  };
}

/** Long texts with markup are easier to read in CDATA. */
function writeText(text: string): string {
  const isLong = text.length > 100 && text.includes('<') && !text.includes(']]>');
  return isLong ? `<![CDATA[${xmlText(text)}]]>` : escapeText(text);
}
