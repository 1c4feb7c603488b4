import { createHash } from 'node:crypto';
import { parseRssFeed } from 'feedsmith';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { parseFeedDate } from './feed-date.ts';

/** Why a file or an address is no podcast feed, in words for whoever imports it. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

export interface FeedItem {
  guid: string;
  title: string;
  description: string;
  /** Null where the feed names none that can be read. */
  published_at: Date | null;
  enclosure: { url: string; type: string; length: number };
  duration: number;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  image_url: string | null;
  chapters_url: string | null;
  chapters: FeedChapter[];
}

export interface FeedChapter {
  starts_at: number;
  title: string;
  url: string | null;
  image_url: string | null;
}

export interface Feed {
  /** The same podcast has the same key whenever and wherever it is read. */
  feed_key: string;
  title: string;
  author: string;
  description: string;
  language: string;
  categories: string[];
  keywords: string[];
  explicit: boolean;
  link_url: string | null;
  image_url: string | null;
  items: FeedItem[];
  /** Items that hold nothing to play, each with the reason. */
  refused: { title: string; reason: string }[];
}

interface Enclosure {
  url?: string;
  type?: string;
  length?: number;
}

type Parsed = ReturnType<typeof parseRssFeed>;
type ParsedItem = NonNullable<Parsed['items']>[number];

/** @throws FeedRefused when this is no podcast feed. */
export function parseFeed(text: string): Feed {
  const parsed = parseXml(text);
  const items: FeedItem[] = [];
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
  return { ...readChannel(parsed), items, refused };
}

function parseXml(text: string): Parsed {
  if (text.trim() === '') throw new FeedRefused('This is not a feed: it is empty.');
  const { prolog, root } = openingOf(text);
  if (/<!ENTITY/i.test(prolog)) {
    throw new FeedRefused(
      'This feed declares entities of its own, which can hide an attack: it was not read.',
    );
  }
  if (root === 'html' || /<!doctype html/i.test(prolog))
    throw new FeedRefused('This is not a feed: it is a web page.');
  if (root === 'rdf:rdf')
    throw new FeedRefused('This is not a podcast: RSS 1.0 (RDF) has no enclosures.');
  if (root === 'feed')
    throw new FeedRefused('This is an Atom feed: podcasts are published as RSS 2.0.');
  if (root !== 'rss') throw new FeedRefused('This is not a feed: there is no <rss> element in it.');
  if (!/<channel[\s>/]/i.test(text))
    throw new FeedRefused('This is not a podcast: its <rss> has no <channel>.');
  try {
    return parseRssFeed(text);
  } catch (cause) {
    throw new FeedRefused('This feed is broken: its XML can not be read.', { cause });
  }
}

/** What stands before the first element, and the name of that element. Show notes may hold anything. */
function openingOf(text: string): { prolog: string; root: string } {
  const plain = text.replace(/<!--[\s\S]*?-->/g, '');
  const match = /<([a-z][\w:.-]*)[\s>/]/i.exec(plain);
  return {
    prolog: plain.slice(0, match?.index),
    root: match?.[1]?.toLowerCase() ?? '',
  };
}

function readChannel(parsed: Parsed): Omit<Feed, 'items' | 'refused'> {
  const { itunes, podcast, link } = parsed;
  const title = cleanLine(parsed.title) || cleanLine(itunes?.title) || 'Untitled';
  const self = parsed.atom?.links?.find(({ rel }: { rel?: string }) => rel === 'self')?.href;
  return {
    feed_key: shortKey(podcast?.guid || self || `${link ?? ''} ${title}`.trim()),
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

const titleOf = (raw: ParsedItem) =>
  cleanLine(raw.title) || cleanLine(raw.itunes?.title) || 'Untitled';

/** The item, or why it can't be played. */
function readItem(raw: ParsedItem, seen: Set<string>): FeedItem | string {
  const enclosures: Enclosure[] = (raw.enclosures ?? []).filter(({ url }: Enclosure) => url);
  const [first] = enclosures;
  if (!first) return 'it has no audio';
  const enclosure = enclosures.find(({ type, url }) => !isVideo(type, url));
  if (!enclosure) return 'it is a video';
  const url = enclosure.url?.trim() ?? '';
  const guid = distinctGuid(raw, url, seen);
  if (guid === null) return 'the feed lists it twice';
  const { itunes, podcast, psc } = raw;
  return {
    guid,
    title: titleOf(raw),
    description: cleanHtml(raw.content?.encoded || raw.description || itunes?.summary),
    published_at: parseFeedDate(raw.pubDate),
    enclosure: { url, type: cleanLine(enclosure.type), length: byteCount(enclosure.length) },
    duration: positive(itunes?.duration),
    season: wholeNumber(podcast?.season?.number ?? itunes?.season),
    episode_number: wholeNumber(podcast?.episode?.number ?? itunes?.episode),
    explicit: itunes?.explicit ?? false,
    image_url: webAddress(itunes?.image),
    chapters_url: webAddress(podcast?.chapters?.url),
    chapters: (psc?.chapters ?? []).flatMap(readChapter),
  };
}

function isVideo(type = '', url = ''): boolean {
  return /^video\//i.test(type.trim()) || (type === '' && /\.(mp4|m4v|mov|avi)(\?|$)/i.test(url));
}

/**
 * Feeds repeat guids, leave them empty and leave them out. One that stands for two different files stands for
 * two episodes; the same guid with the same file is the same episode.
 */
function distinctGuid({ guid, title }: ParsedItem, url: string, seen: Set<string>): string | null {
  const named = shortKey(guid?.value?.trim() ?? '');
  const candidates = (named ? [named, `${named}#${url}`] : [url, `${url}#${title ?? ''}`]).map(
    shortKey,
  );
  const free = candidates.find((candidate) => !seen.has(candidate));
  if (named && seen.has(`${named} ${url}`)) return null;
  if (free === undefined) return null;
  seen.add(free).add(`${named} ${url}`);
  return free;
}

/** A key that an index takes: PostgreSQL's hold about 2,700 bytes. */
function shortKey(text: string): string {
  return text.length <= 500 ? text : createHash('sha256').update(text).digest('hex');
}

function readChapter({
  start,
  title,
  href,
  image,
}: {
  start?: string;
  title?: string;
  href?: string;
  image?: string;
}): FeedChapter[] {
  const starts_at = clockSeconds(start ?? '');
  if (starts_at === null) return [];
  return [
    { starts_at, title: cleanLine(title), url: webAddress(href), image_url: webAddress(image) },
  ];
}

/** `1:02:03.400`, `62:03` or seconds. */
function clockSeconds(text: string): number | null {
  const parts = text.split(':').map(Number);
  if (text === '' || parts.length > 3 || parts.some((part) => !(part >= 0))) return null;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** Address of the web, or null: nothing else is ever asked for or linked to. */
export function webAddress(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

/** Feeds claim fractions, nonsense, and more than there is. */
const byteCount = (value = 0) => (value > 0 ? Math.min(Math.floor(value), 2 ** 50) : 0);
const positive = (value: number | undefined) => (value && value > 0 && value < 2 ** 31 ? value : 0);
const wholeNumber = (value: number | undefined) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31 ? Number(value) : null;
