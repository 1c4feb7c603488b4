import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { decodeXml } from '../../platform/xml/decode-xml.ts';
import { FeedRefused } from './feed.ts';

const MAX_BYTES = 50 << 20;

/** The bytes of a feed, and the content type that came with them. */
export interface FeedBytes {
  bytes: Uint8Array;
  contentType?: string | undefined;
}

/**
 * Reads the text of a feed from its address or its path.
 * @throws FeedRefused if it cannot be read.
 */
export async function readFeed(source: string, fetcher: Fetcher): Promise<string> {
  const { bytes, contentType } = await fetchFeed(source, fetcher);
  return decodeXml(bytes, contentType);
}

/**
 * Reads a feed from its address or its path.
 * @throws FeedRefused if it cannot be read.
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
    const { body, contentType } = await fetcher(source);
    return { bytes: await buffer(limited(body)), contentType };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FeedRefused(`The feed ${source} cannot be fetched: ${why}.`, { cause });
  }
}

/** Passes a stream on. @throws RangeError if it is larger than a feed may be. */
export async function* limited(body: AsyncIterable<unknown>) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) throw new RangeError(`larger than ${MAX_BYTES} bytes`);
    yield chunk as Buffer;
  }
}
