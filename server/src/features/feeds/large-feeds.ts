import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../../platform/cache/begin-answer.ts';
import type { FileCache } from '../../platform/cache/file-cache.ts';
import { checkPreconditions } from '../../platform/http/preconditions.ts';
import type { LargeFeedVersion } from './feeds.ts';
import { FEED_TYPE } from './show-to-rss.ts';

/** A feed in gzip. */
export interface LargeFeed {
  /** Null while the feed is being made. */
  bytes: number | null;
  body: Readable;
}

export interface LargeFeeds {
  /**
   * The stored feed, or the one that is being made: simultaneous requests share it.
   * @param write writes the feed in gzip
   */
  open(showId: number, version: string, write: () => Readable): Promise<LargeFeed>;
  /** The size of a stored feed. */
  sizeOf(showId: number, version: string): Promise<number | null>;
}

/** Feeds that are too large for the memory. They are kept in files, and sent while they are made. */
export function createLargeFeeds(
  files: Pick<FileCache, 'read' | 'keep'>,
  onError: (error: unknown) => void,
): LargeFeeds {
  const flights = new Map<string, Flight>();

  function start(group: string, version: string, write: () => Readable): Flight {
    const key = `${group} ${version}`;
    const flight = startFlight(write());
    flights.set(key, flight);
    flight.done
      .then(() => files.keep(group, version, flight.chunks))
      .catch(onError) // a full disk: the feed is made again for the next reader
      .finally(() => flights.delete(key));
    return flight;
  }

  return {
    async open(showId, version, write) {
      const group = String(showId);
      const running = flights.get(`${group} ${version}`);
      const stored = running ? null : await files.read(group, version);
      if (stored) return stored;
      const flight = flights.get(`${group} ${version}`) ?? start(group, version, write);
      await flight.begun;
      return { bytes: null, body: Readable.from(flight.follow(), { objectMode: false }) };
    },
    async sizeOf(showId, version) {
      const stored = await files.read(String(showId), version);
      stored?.body.destroy();
      return stored?.bytes ?? null;
    },
  };
}

/** Bytes that are being produced. Each follower receives all of them from the first one. */
interface Flight {
  readonly chunks: readonly Buffer[];
  /** Resolves with the first bytes. Rejects if there are none. */
  readonly begun: Promise<void>;
  readonly done: Promise<void>;
  follow(): AsyncGenerator<Buffer>;
}

/** Collects the bytes of a stream, however slowly the followers read. */
function startFlight(source: Readable): Flight {
  const chunks: Buffer[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let isDone = false;

  async function collect(): Promise<void> {
    try {
      for await (const chunk of source) {
        chunks.push(chunk as Buffer);
        events.emit('more');
      }
    } finally {
      isDone = true;
      events.emit('more');
    }
  }

  async function begin(): Promise<void> {
    if (chunks.length === 0 && !isDone) await once(events, 'more');
    if (chunks.length === 0) await done;
  }

  const done = collect();
  const begun = begin();
  for (const promise of [done, begun]) promise.catch(() => {}); // its users receive the error
  return {
    chunks,
    done,
    begun,
    async *follow() {
      for (let at = 0; ; at++) {
        if (at >= chunks.length && !isDone) await once(events, 'more');
        const chunk = chunks[at];
        if (!chunk) break;
        yield chunk;
      }
      await done;
    },
  };
}

interface SentFeed extends LargeFeedVersion {
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
