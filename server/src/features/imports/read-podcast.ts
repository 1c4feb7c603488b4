import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { mapWithPauses } from '../../platform/threads/map-with-pauses.ts';
import { decodeXml } from '../../platform/xml/decode-xml.ts';
import { type Feed, FeedRefused } from './feed.ts';
import { fillDates } from './fill-dates.ts';
import { createCredentialHider } from './hide-credentials.ts';
import { keepRules } from './keep-rules.ts';
import { UNTITLED } from './original-words.ts';
import { parseFeed } from './parse-feed.ts';
import { parseInThread } from './parse-in-thread.ts';
import { fetchFeed } from './read-feed.ts';
import { PAGES_MAX, readPages } from './read-pages.ts';

const INLINE_BYTES_MAX = 100_000; // parsing takes about half a second for each megabyte, and a thread needs time to start
const ALL_PAGES_BYTES_MAX = 200 << 20;

export interface PodcastOptions {
  fetcher: Fetcher;
  signal?: AbortSignal | undefined;
  pagesMax?: number;
}

export interface Podcast {
  /** Without credentials. */
  feed: Feed;
  /** Sends the credentials that the feed names. */
  fetcher: Fetcher;
  /** An address of the feed with its credentials. */
  fullAddress: (url: string) => string;
}

/**
 * Reads a podcast from the address or path of its feed, without blocking other work of the process.
 * @throws FeedRefused if it is unreadable, or not a podcast
 */
export async function readPodcast(
  source: string,
  { fetcher, signal, pagesMax = PAGES_MAX }: PodcastOptions,
): Promise<Podcast> {
  let bytesLeft = ALL_PAGES_BYTES_MAX;
  async function readPage(source: string): Promise<Feed> {
    signal?.throwIfAborted();
    const fetched = await fetchFeed(source, fetcher);
    const { bytes, contentType, address } = fetched;
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw new FeedRefused(`the pages have over ${ALL_PAGES_BYTES_MAX} bytes.`);
    if (bytes.length > INLINE_BYTES_MAX) {
      return parseInThread({ ...fetched, source }, signal);
    }
    return parseFeed(decodeXml(bytes, contentType), source, address);
  }
  const read = await readPages(source, readPage, pagesMax);
  refuseEmpty(read);
  const { items: mended, ...show } = await keepRules(read);
  const { hide, fullAddress, withCredentials } = createCredentialHider();
  const items = fillDates(await mapWithPauses(mended, hide), show.dated_at);
  const feed = { ...hide(show), items };
  return { feed, fetcher: withCredentials(fetcher), fullAddress };
}

function refuseEmpty({ title, items, refused }: Feed): void {
  if (items.length > 0) return;
  if (refused.length > 0) {
    const values = { count: refused.length, why: refused[0]?.reason ?? '' };
    throw new FeedRefused({ words: 'feed_unplayable', values });
  }
  if (title === UNTITLED) {
    throw new FeedRefused('feed_untitled');
  }
}
