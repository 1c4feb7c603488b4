import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import { decodeXml } from '../../platform/xml/decode-xml.ts';
import { FeedRefused } from './feed.ts';

const MAX_BYTES = 50 << 20;

/** The bytes of a feed, and its content type. */
export interface FeedBytes {
  bytes: Uint8Array;
  contentType?: string | undefined;
  /** The address that answered, after redirects. */
  address?: string | undefined;
}

/**
 * Reads the text of a feed from its address or path.
 * @throws FeedRefused if it is unreadable.
 */
export async function readFeed(source: string, fetcher: Fetcher): Promise<string> {
  const { bytes, contentType } = await fetchFeed(source, fetcher);
  return decodeXml(bytes, contentType);
}

/**
 * Reads a feed from its address or path.
 * @throws FeedRefused if it is unreadable.
 */
export async function fetchFeed(source: string, fetcher: Fetcher): Promise<FeedBytes> {
  if (!webAddress(source)) {
    const bytes = await readFile(source).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.code;
      throw new FeedRefused(`The feed ${source} cannot be read: ${why}.`, { cause });
    });
    return { bytes };
  }
  try {
    const { body, contentType, address } = await fetcher(source);
    return { bytes: await buffer(limited(body)), contentType, address };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const values = { source: withoutCredentials(source), why };
    throw new FeedRefused({ words: 'feed_unfetched', values }, { cause });
  }
}

/** Passes a stream on. @throws RangeError if it exceeds its maximum size, by default that of a feed. */
export async function* limited(body: AsyncIterable<unknown>, maxBytes = MAX_BYTES) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw new RangeError(`larger than ${maxBytes} bytes`);
    yield chunk as Buffer;
  }
}
