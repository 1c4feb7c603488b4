import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { decodeXml } from '../../platform/xml/decode-xml.ts';
import type { Feed } from './feed.ts';
import { parseFeed } from './parse-feed.ts';
import { parseInThread } from './parse-in-thread.ts';
import { fetchFeed } from './read-feed.ts';

const INLINE_BYTES_MAX = 100_000; // parsing takes about half a second for each megabyte, and a thread needs time to start

/**
 * Reads a podcast from the address or the path of its feed, without holding up other work of the process.
 * @throws FeedRefused if it cannot be read, or is no podcast
 */
export async function readPodcast(
  source: string,
  { fetcher, signal }: { fetcher: Fetcher; signal?: AbortSignal | undefined },
): Promise<Feed> {
  const { bytes, contentType } = await fetchFeed(source, fetcher);
  if (bytes.length > INLINE_BYTES_MAX) {
    return parseInThread({ bytes, contentType, source }, signal);
  }
  return parseFeed(decodeXml(bytes, contentType), source);
}
