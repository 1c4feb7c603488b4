import { parseRssFeed } from 'feedsmith';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { clockSeconds } from './clock-seconds.ts';
import { type Feed, FeedRefused } from './feed.ts';
import { readItem, shortKey, titleOf } from './parse-item.ts';

type Parsed = ReturnType<typeof parseRssFeed>;

/**
 * Reads a podcast feed. `source` is its address or path; it identifies a feed that names neither a guid, its own
 * address nor a site.
 * @throws FeedRefused if the text is no podcast feed.
 */
export function parseFeed(text: string, source = ''): Feed {
  const parsed = parseXml(text);
  const items: Feed['items'] = [];
  const refused: Feed['refused'] = [];
  const seen = new Set<string>();
  for (const raw of parsed.items ?? []) {
    const result = readItem(raw, seen);
    if (typeof result === 'string') refused.push({ title: titleOf(raw), reason: result });
    else items.push(result);
  }
  if (items.length === 0 && refused.length > 0) {
    throw new FeedRefused(
      `This is not a podcast: none of its ${refused.length} items can be played (${refused[0]?.reason}).`,
    );
  }
  return { ...readChannel(parsed, source), items, refused };
}

function parseXml(text: string): Parsed {
  if (text.trim() === '') throw new FeedRefused('This is not a feed: it is empty.');
  const { prolog, root } = openingOf(text);
  if (/<!ENTITY/i.test(prolog)) {
    throw new FeedRefused(
      'This feed declares its own XML entities, which can hide an attack: it was not read.',
    );
  }
  if (root === 'html' || /<!doctype html/i.test(prolog))
    throw new FeedRefused('This is not a feed: it is a web page.');
  if (root === 'rdf:rdf')
    throw new FeedRefused('This is not a podcast: RSS 1.0 (RDF) has no enclosures.');
  if (root === 'feed')
    throw new FeedRefused('This is an Atom feed: podcasts are published as RSS 2.0.');
  if (root !== 'rss') throw new FeedRefused('This is not a feed: it has no <rss> element.');
  if (!/<channel[\s>/]/i.test(text))
    throw new FeedRefused('This is not a podcast: its <rss> has no <channel>.');
  try {
    return parseRssFeed(plainDurations(text));
  } catch (cause) {
    throw new FeedRefused('This feed is broken: its XML cannot be read.', { cause });
  }
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

/** Writes durations as seconds: feedsmith reads neither white space nor fractions in `1:00:00.5`. */
function plainDurations(text: string): string {
  return text.replace(
    /(<[\w.-]+:duration\b[^<>]*>)(?:<!\[CDATA\[)?([^<>\]]{1,100})(?:\]\]>)?(?=\s{0,100}<\/)/gi,
    (whole, tag: string, value: string) => {
      const seconds = clockSeconds(value);
      return seconds === null ? whole : `${tag}${seconds}`;
    },
  );
}

function readChannel(parsed: Parsed, source: string): Omit<Feed, 'items' | 'refused'> {
  const { itunes, podcast, link } = parsed;
  const title = cleanLine(parsed.title) || cleanLine(itunes?.title) || 'Untitled';
  const self = parsed.atom?.links?.find(({ rel }: { rel?: string }) => rel === 'self')?.href;
  const fallback = link ? `${link} ${title}` : `${source} ${title}`;
  return {
    feed_key: shortKey(podcast?.guid || self || fallback.trim()),
    title,
    author: cleanLine(itunes?.author) || cleanLine(itunes?.owner?.name) || title,
    description: cleanHtml(parsed.description || itunes?.summary),
    language: cleanLine(parsed.language) || 'en',
    categories: unique((itunes?.categories ?? []).flatMap(categoryNames)),
    keywords: unique(itunes?.keywords ?? []),
    explicit: itunes?.explicit ?? false,
    link_url: webAddress(link),
    image_url: webAddress(itunes?.image) ?? webAddress(parsed.image?.url),
  };
}

interface FeedCategory {
  text?: string;
  categories?: FeedCategory[];
}

function categoryNames({ text, categories = [] }: FeedCategory): (string | undefined)[] {
  return [text, ...categories.flatMap(categoryNames)];
}

function unique(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.map(cleanLine).filter(Boolean))];
}
