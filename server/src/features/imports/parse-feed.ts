import type { Words } from '../../platform/http/refusal.ts';
import { type RssDocument, readRss } from '../../platform/podcasting/read-rss.ts';
import { BrokenXml } from '../../platform/xml/read-xml.ts';
import { type Feed, FeedRefused } from './feed.ts';
import { readChannel } from './parse-channel.ts';
import { readItem, titleOf } from './parse-item.ts';

/**
 * Reads one page of a podcast feed.
 * @param source its address or path; it identifies a feed without a guid, its own address and a site
 * @param address that answered in the end, if the source redirects: relative addresses belong to it
 * @throws FeedRefused if the text is not a podcast feed.
 */
export function parseFeed(text: string, source = '', address = source): Feed {
  const document = parseXml(text, address);
  const channel = readChannel(document.channel, source);
  const items: Feed['items'] = [];
  const refused: Feed['refused'] = [];
  const seen = new Set<string>();
  for (const elements of document.items) {
    const result = readItem(elements, { seen, show: channel });
    if (typeof result === 'string') refused.push({ title: titleOf(elements), reason: result });
    else items.push(result);
  }
  return { ...channel, items, refused, notes: [] };
}

function parseXml(text: string, address: string): RssDocument {
  const problem = problemOf(text);
  if (problem !== null) throw new FeedRefused(problem);
  try {
    return readRss(text, address);
  } catch (cause) {
    if (!(cause instanceof BrokenXml)) throw cause;
    throw new FeedRefused({ words: 'feed_broken', values: { why: cause.message } }, { cause });
  }
}

function problemOf(text: string): Words | null {
  if (text.trim() === '') return 'feed_empty';
  const { prolog, root } = openingOf(text);
  if (/<!ENTITY/i.test(prolog)) return 'feed_entities';
  if (root === 'html' || /<!doctype html/i.test(prolog)) return 'feed_page';
  if (root === 'rdf:rdf') return 'feed_rdf';
  if (root === 'feed') return 'feed_atom';
  if (root !== 'rss') return 'feed_no_rss';
  if (!/<channel[\s>/]/i.test(text)) return 'feed_no_channel';
  return null;
}

/** The text before the first element without comments, and the name of that element. */
function openingOf(text: string): { prolog: string; root: string } {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const comment = text.indexOf('<!--', at);
    const before = text.slice(at, comment === -1 ? undefined : comment);
    const match = /<([a-z][\w:.-]*)[\s>/]/i.exec(before);
    parts.push(before.slice(0, match?.index));
    const end = comment === -1 ? -1 : text.indexOf('-->', comment + 4);
    if (match || end === -1)
      return { prolog: parts.join(''), root: match?.[1]?.toLowerCase() ?? '' };
    at = end + 3;
  }
}
