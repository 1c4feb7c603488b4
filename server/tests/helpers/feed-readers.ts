import { Readable } from 'node:stream';
import { parseFeed } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseRssFeed } from 'feedsmith';
import { parseFeed as parseByPartytime } from 'podcast-partytime';
import { logger as partytime } from 'podcast-partytime/dist/logger.js';
import RssParser from 'rss-parser';

/** An item as read by a parser. Facts that the parser does not read are undefined. */
export interface ReadItem {
  title: string | undefined;
  guid: string | undefined;
  url: string | undefined;
  length: number | undefined;
  type: string | undefined;
  /** ISO 8601. */
  date: string | undefined;
  seconds?: number | undefined;
  image?: string | undefined;
  season?: number | undefined;
  episode?: number | undefined;
  explicit?: boolean | undefined;
}

export interface ReadFeed {
  title: string | undefined;
  items: ReadItem[];
}

const number = (text: unknown) =>
  text === undefined || text === null || text === '' ? undefined : Number(text);
const iso = (date: unknown) => (date ? new Date(date as string | Date).toISOString() : undefined);
const yes = (text: unknown) =>
  text === undefined || text === null ? undefined : /^(true|yes|explicit)$/i.test(String(text));

function readByFeedsmith(xml: string): ReadFeed {
  const { title, items = [] } = parseRssFeed(xml);
  return {
    title,
    items: items.map(({ title, guid, enclosures: [file] = [], pubDate, itunes }) => ({
      title: title ?? itunes?.title,
      guid: guid?.value,
      url: file?.url,
      length: file?.length,
      type: file?.type,
      date: iso(pubDate),
      seconds: itunes?.duration,
      image: itunes?.image,
      season: itunes?.season,
      episode: itunes?.episode,
      explicit: itunes?.explicit,
    })),
  };
}

async function readByRssParser(xml: string): Promise<ReadFeed> {
  const { title, items } = await new RssParser().parseString(xml);
  return {
    title,
    items: items.map(({ title, guid, enclosure, pubDate, itunes }) => ({
      title,
      guid,
      url: enclosure?.url,
      length: number(enclosure?.length),
      type: enclosure?.type,
      date: iso(pubDate),
      seconds: number(itunes?.duration),
      image: itunes?.image,
      season: number(itunes?.season),
      episode: number(itunes?.episode),
      explicit: yes(itunes?.explicit),
    })),
  };
}

/** Elements of namespaces, which feedparser leaves unchanged. */
type Raw = Record<string, { '#'?: string; '@'?: Record<string, string> } | undefined>;

async function readByFeedparser(xml: string): Promise<ReadFeed> {
  const parser = new FeedParser({ addmeta: false });
  const items: FeedParser.Item[] = [];
  const source = Readable.from([Buffer.from(xml)]);
  source.pipe(parser);
  for await (const item of parser) items.push(item as unknown as FeedParser.Item);
  return {
    title: parser.meta.title,
    items: items.map((item) => {
      const raw = item as unknown as Raw;
      const text = (name: string) => raw[`itunes:${name}`]?.['#'];
      const [file] = item.enclosures as unknown as Record<string, string>[];
      return {
        title: item.title,
        guid: item.guid,
        url: file?.url,
        length: number(file?.length),
        type: file?.type,
        date: iso(item.pubdate),
        seconds: number(text('duration')),
        image: raw['itunes:image']?.['@']?.href,
        season: number(text('season')),
        episode: number(text('episode')),
        explicit: yes(text('explicit')),
      };
    }),
  };
}

/** This parser prints a line for a feed without items, although it reads the feed correctly. */
const NO_ITEMS = 'Provided feed has no items to parse.';
const warn = partytime.warn.bind(partytime) as (...said: unknown[]) => void;
partytime.warn = (...said: unknown[]) => {
  if (said[0] !== NO_ITEMS) warn(...said);
};

function readByPartytime(xml: string): ReadFeed {
  const feed = parseByPartytime(xml);
  if (!feed) throw new Error('podcast-partytime reads nothing');
  return {
    title: feed.title,
    items: feed.items.map(({ title, guid, enclosure, pubDate, duration, ...item }) => ({
      title,
      guid,
      url: enclosure.url,
      length: enclosure.length,
      type: enclosure.type,
      date: iso(pubDate),
      seconds: duration || undefined, // this parser reads 0 from an item without a duration
      image: item.itunesImage,
      season: item.itunesSeason,
      episode: item.itunesEpisode,
      explicit: item.explicit,
    })),
  };
}

function readByFeedParser(xml: string): ReadFeed {
  const { title, items } = parseFeed(xml);
  return {
    title: title ?? undefined,
    items: items.map(({ id, title, published, media: [file] }) => ({
      title: title ?? undefined,
      guid: id ?? undefined,
      url: file?.url,
      length: file?.length ?? undefined,
      type: file?.mimeType ?? undefined,
      date: iso(published),
    })),
  };
}

/** Five parsers that apps are built on. */
export const FEED_READERS: Readonly<Record<string, (xml: string) => ReadFeed | Promise<ReadFeed>>> =
  {
    feedsmith: readByFeedsmith,
    'rss-parser': readByRssParser,
    feedparser: readByFeedparser,
    'podcast-partytime': readByPartytime,
    '@rowanmanning/feed-parser': readByFeedParser,
  };
