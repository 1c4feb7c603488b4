import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** A feed in gzip, as it is stored and sent. */
export function compressFeed(chunks: AsyncIterable<string>): Readable {
  return pipeline(Readable.from(chunks), createGzip(), () => {}); // the reader gets errors
}
