import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Difference, diffFeeds } from '../../../src/features/feeds/diff-feeds.ts';
import { NAMESPACES } from '../../../src/platform/podcasting/namespaces.ts';
import { readRss } from '../../../src/platform/podcasting/read-rss.ts';
import { canonicalLanguage } from '../../../src/platform/text/language.ts';
import {
  FEED_FILES,
  type FeedExports,
  hasFeeds,
  openFeedExports,
  readSharedFeed,
} from '../../helpers/feed-exports.ts';
import { FEED_READERS } from '../../helpers/feed-readers.ts';

let feeds: FeedExports;
beforeAll(async () => {
  feeds = await openFeedExports();
}, 60_000);
afterAll(() => feeds?.close());
beforeEach(() => feeds.clear());
const exports = new Map<string, Promise<string | null>>();
/** The feed as this host writes it, or null if it is refused. It is imported once for all tests. */
function exportOf(file: string): Promise<string | null> {
  const known = exports.get(file) ?? feeds.importAndExport(file);
  exports.set(file, known);
  return known;
}

const urlOf = (text: string | null) => /url=(.*)$/.exec(text ?? '')?.[1] ?? '';
const encoded = (url: string) => new URL(url).href;

const isAdded = ({ a }: Difference) => a === null;
const isMissing = ({ b }: Difference) => b === null;

/** A mail address is never shown as an author. */
const isMail = ({ a, b }: Difference) => a?.includes('@') === true && !b?.includes('@');

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The differences in docs/import.md, and no others. */
const CHANNEL: Readonly<Record<string, (difference: Difference) => boolean>> = {
  // Belongs to the feed itself.
  generator: () => true,
  docs: isMissing,
  lastbuilddate: isMissing,
  pubdate: () => true,
  'itunes:new-feed-url': isMissing,
  'atom:link': ({ a, b }) =>
    /rel=(self|hub|first|last|next|prev)/.test(a ?? b ?? '') ||
    (a === null && /rel=alternate/.test(b ?? '')),
  'media:player': isAdded,
  // Required in every feed here.
  title: isAdded,
  link: isAdded,
  description: isAdded,
  language: ({ a, b }) => b === (canonicalLanguage(a ?? '') ?? 'en'),
  author: isMail,
  'itunes:author': (difference) => isAdded(difference) || isMail(difference),
  'itunes:owner': ({ a, b }) => b === a?.replace(/ ?<itunes:name [^\s>]+@[^\s>]+>/, ''),
  'itunes:image': isAdded,
  'podcast:guid': ({ a }) => a === null || !UUID.test(a),
  // Mended by the rules of the API, see keep-rules.test.ts.
  'itunes:category': () => true,
  'itunes:keywords': ({ a, b }) => b !== null && a?.startsWith(b) === true,
  // Unified notation.
  image: ({ b }) => b !== null,
  'itunes:type': isMissing,
  'podcast:locked': ({ a, b }) => a?.replace('email=', 'owner=') === b,
};

const ITEM: typeof CHANNEL = {
  author: isMail,
  'dc:creator': isMail,
  'itunes:author': isMail,
  'atom:link': ({ a, b }) => a === null && /rel=alternate/.test(b ?? ''),
  'media:player': isAdded,
  item: isMissing, // refused, which the import reports
  title: isAdded,
  link: isAdded,
  pubdate: () => true,
  guid: ({ a, b }) => a === null || b?.startsWith(`${a}#`) === true,
  enclosure: ({ a, b }) => b?.replace('type=audio/mpeg ', '') === a, // RSS requires a type
  // Mended by the rules of the API.
  episode: ({ a, b }) => b === null && !/^\d+$/.test(a ?? ''), // no number
  'podcast:chapters': ({ a, b }) => [a, b].every(Boolean) && encoded(urlOf(a)) === urlOf(b),
  'podcast:person': ({ a, b }) => b === null && /^group=\w+ role=\w+$/.test(a ?? ''), // without a name
};

const isIntended = (difference: Difference) =>
  (difference.item ? ITEM : CHANNEL)[difference.element]?.(difference) ?? false;

/** Elements that a channel or an item may have once, and that the feed has twice. */
function repeatedNames(text: string): string[] {
  const { channel, items } = readRss(text);
  return [channel, ...items].flatMap((elements) => {
    const names = elements
      .filter(({ namespace }) => namespace === '' || namespace === NAMESPACES.itunes)
      .map(({ namespace, name }) => `${namespace} ${name}`.trim())
      .filter((name) => !/ ?(category|enclosure)$/.test(name));
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
}

/** A value without the parts that some parsers change: white space, markup in titles, escapes in addresses. */
function plain(value: unknown, name: string): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'guid' && /^[\d.e+]+$/.test(value)) return Number(value); // podcast-partytime converts it to a number
  const text = name === 'title' ? value.replace(/<[^>]*>/g, '') : value.replaceAll(' ', '%20');
  return text.replace(/\s+/g, ' ').trim();
}

/** The content as read by feedsmith, independently of our reader. */
function readByFeedsmith(text: string) {
  const { items = [], podcast } = parseRssFeed(text);
  const { fundings, persons, values } = podcast ?? {};
  return { fundings, persons, values, items: items.map(itemByFeedsmith).sort(byGuid) };
}

/** A person without a name is left out. */
const named = (persons: { display?: string | undefined }[] = []) => {
  const found = persons.filter(({ display }) => display);
  return found.length > 0 ? found : undefined;
};

type Item = NonNullable<ReturnType<typeof parseRssFeed>['items']>[number];

/** The player here is added to every item. */
function withoutOwnPlayer(media: Item['media']) {
  const { player, ...rest } = media ?? {};
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function itemByFeedsmith({ title, guid, enclosures, itunes, podcast, media, dc }: Item) {
  return {
    title: title ?? itunes?.title,
    guid: guid?.value ?? '',
    url: enclosures?.at(0)?.url,
    image: itunes?.image,
    author: itunes?.author?.includes('@') ? undefined : itunes?.author,
    media: withoutOwnPlayer(media),
    dc,
    podcast: {
      ...podcast,
      season: { name: undefined, number: itunes?.season, ...podcast?.season },
      episode: { display: undefined, number: itunes?.episode, ...podcast?.episode },
      chapters: podcast?.chapters?.url && encoded(podcast.chapters.url),
      persons: named(podcast?.persons),
    },
  };
}

const byGuid = (a: { guid: string }, b: { guid: string }) => (a.guid < b.guid ? -1 : 1);

describe.skipIf(!hasFeeds)('an import followed by an export', () => {
  it.each(FEED_FILES)('keeps the meaning of %s', async (file) => {
    const text = readSharedFeed(file);
    const exported = await exportOf(file);
    if (exported === null) return;
    const strangers = diffFeeds(text, exported).filter((each) => !isIntended(each));
    expect(strangers).toEqual([]);
    expect(repeatedNames(exported)).toEqual([]);
  });

  it.each(FEED_FILES)('is read alike by five parsers: %s', async (file) => {
    const feed = await exportOf(file);
    if (feed === null) return;
    const { feedsmith, ...others } = FEED_READERS;
    const wanted = await feedsmith?.(feed);
    for (const [parser, read] of Object.entries(others)) {
      const { title, items } = await read(feed);
      expect([parser, plain(title, 'title')]).toEqual([parser, plain(wanted?.title, 'title')]);
      expect([parser, items.length]).toEqual([parser, wanted?.items.length]);
      for (const [index, item] of items.entries()) {
        for (const [name, value] of Object.entries(item)) {
          const other = wanted?.items[index]?.[name as keyof typeof item];
          expect([parser, name, plain(value, name)]).toEqual([parser, name, plain(other, name)]);
        }
      }
    }
  });

  it.each([
    'podcast-namespace-example.xml',
    'freedomcontroller-pc20.xml',
    'sovereign-som.xml',
    'acast-sentimental.xml',
    'feeder-coderradio.xml',
  ])('gives another reader the same %s', async (file) => {
    const text = readSharedFeed(file);
    const exported = (await exportOf(file)) ?? '';
    const [before, after] = [readByFeedsmith(text), readByFeedsmith(exported)];
    const kept = new Set(after.items.map(({ guid }) => guid));
    const played = before.items.filter(({ guid }) => kept.has(guid));
    expect(after).toEqual({ ...before, items: played });
  });

  it('keeps it a second time', async () => {
    const first = await feeds.importAndExport('podcast-namespace-example.xml');
    expect(await feeds.importAndExport('podcast-namespace-example.xml')).toBe(first);
  });
});
