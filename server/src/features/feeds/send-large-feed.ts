import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../../platform/cache/begin-answer.ts';
import { checkPreconditions } from '../../platform/http/preconditions.ts';
import type { LargeFeedVersion } from './feeds.ts';
import type { LargeFeeds } from './large-feeds.ts';
import { FEED_TYPE } from './show-to-rss.ts';

export interface SentFeed extends LargeFeedVersion {
  /** Headers of the feed. */
  headers: Readonly<Record<string, string>>;
  /** Makes the feed in gzip if this version does not exist yet. */
  write(): Readable;
}

/** Sends a feed that is stored in gzip. It is decompressed for clients that do not accept gzip. */
export async function sendLargeFeed(
  large: LargeFeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, showId, version, write }: SentFeed,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const isGzip = negotiate(accepted, ['gzip', 'identity']) === 'gzip';
  const etag = (isZipped: boolean) => `"${version}${isZipped ? '-gzip' : ''}"`;
  const date = headers['Last-Modified'];
  const modified = date === undefined ? null : new Date(date);
  reply.headers({ ...headers, ETag: etag(isGzip) });
  reply.type(`${FEED_TYPE}; charset=utf-8`);
  addVary(reply, 'Accept-Encoding');
  const verdict = checkPreconditions(inOneForm(request.headers), { etag: etag(false), modified });
  if (verdict === 'failed') throw new AppError('PRECONDITION_FAILED');
  if (verdict === 'not-modified') return reply.code(304).removeHeader('Content-Type').send();
  if (isGzip) reply.header('Content-Encoding', 'gzip');
  if (request.method === 'HEAD') {
    const bytes = isGzip ? await large.sizeOf(showId, version) : null;
    if (bytes !== null) reply.header('Content-Length', bytes);
    return reply.send(Readable.from([])); // Fastify drops the stream of a HEAD request
  }
  const { bytes, body } = await large.open(showId, version, write);
  if (isGzip && bytes !== null) reply.header('Content-Length', bytes);
  return reply.send(isGzip ? body : unpack(body));
}

/** The tag identifies the same feed in each encoding. */
function inOneForm(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const plain = (name: 'if-match' | 'if-none-match') => {
    const tags = headers[name]?.replaceAll('-gzip"', '"');
    return tags === undefined ? {} : { [name]: tags };
  };
  return { ...headers, ...plain('if-match'), ...plain('if-none-match') };
}

function unpack(body: Readable): Readable {
  return pipeline(body, createGunzip(), () => {}); // the reader of the last stream gets errors
}
