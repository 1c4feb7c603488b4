import { escapeAttribute, escapeText } from '../xml/escape-xml.ts';
import { type RssItem, type WithExtra, writeRssItem } from './write-rss.ts';

/** An item that is, was or will be on air (`podcast:liveItem`). */
export interface LiveItem extends WithExtra<RssItem> {
  status: 'pending' | 'live' | 'ended';
  start: Date;
  end: Date | null;
  /** A page that plays it, for apps that cannot. */
  contentLink: { href: string; text: string };
}

/** Live items as XML for the beginning of a feed. feedsmith writes them without title, guid and enclosure. */
export function writeLiveItems(items: readonly LiveItem[]): string {
  return items.map((item) => toLive(item, writeRssItem(item))).join('');
}

function toLive({ status, start, end, contentLink }: LiveItem, item: string): string {
  const ends = end === null ? '' : ` end="${end.toISOString()}"`;
  const { href, text } = contentLink;
  const link = `<podcast:contentLink href="${escapeAttribute(href)}">${escapeText(text)}</podcast:contentLink>`;
  return item
    .trim()
    .replace(
      /^<item>/,
      `<podcast:liveItem status="${status}" start="${start.toISOString()}"${ends}>`,
    )
    .replace(/<\/item>$/, () => `${link}</podcast:liveItem>`);
}
