import { finished, Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Passage } from '../limits/throttle-audio.ts';
import type { ByteSpan, HandedOver, MediaStore } from '../storage/media-store.ts';
import { parseRange } from './byte-ranges.ts';
import { checkPreconditions, matchesIfRange } from './preconditions.ts';

const BOUNDARY = 'earshot-byte-range';
const IMMUTABLE = 'public, max-age=31536000, immutable, no-transform';
/** A player requests many ranges. All go to the same address, which stays valid for longer. */
const REDIRECTED = 'private, max-age=3600';

export interface SentMedia {
  store: MediaStore;
  sha256: string;
  mimeType: string;
  /** By default caches keep the file forever, because its address contains its hash. */
  cacheControl?: string;
  disposition?: string;
  /** The storage never sends the file itself, because its address would open the file for hours. */
  isGuarded?: boolean;
  /** The pace of the bytes. Without one, they are sent as fast as the client takes them. */
  passage?: Passage | null | undefined;
}

/** Options for a restricted file: each request is checked, and no cache may answer in its place. */
export const GUARDED = {
  cacheControl: 'private, no-cache, no-transform',
  isGuarded: true,
} as const;

/** Answers GET and HEAD for a stored file, with byte ranges per RFC 9110. Never compressed. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  media: SentMedia,
): Promise<FastifyReply> {
  const { store, sha256, mimeType, cacheControl = IMMUTABLE, disposition, isGuarded } = media;
  const pass = (body: Readable) => media.passage?.pass(body) ?? body;
  const file = await store.facts(sha256);
  if (!file) throw new AppError('NOT_FOUND');
  const handedOver = store.handOver(sha256);
  if (handedOver && request.method === 'GET') return handOver(reply, handedOver, media);
  const { bytes, modified } = file;
  const validators = { etag: `"${sha256}"`, modified };
  const verdict = checkPreconditions(request.headers, validators);
  if (verdict === 'failed') throw new AppError('PRECONDITION_FAILED');
  reply.headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
    'Content-Type': mimeType,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Last-Modified': modified.toUTCString(),
    ETag: validators.etag,
  });
  if (handedOver) reply.removeHeader('ETag'); // the proxy has none
  if (disposition) reply.header('Content-Disposition', disposition);
  if (verdict === 'not-modified') return reply.code(304).send();

  const address =
    request.method === 'GET' &&
    !isGuarded &&
    (await store.addressOf(sha256, { mimeType, disposition }));
  if (address) return redirect(reply, address, cacheControl);

  const { range, 'if-range': ifRange } = request.headers;
  const isRanged = request.method === 'GET' && matchesIfRange(ifRange, validators);
  const spans = isRanged ? parseRange(range, bytes) : 'whole';
  if (spans === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${bytes}`);
    throw new AppError('RANGE_NOT_SATISFIABLE');
  }
  const isHead = request.method === 'HEAD';
  if (spans === 'whole') {
    reply.header('Content-Length', bytes);
    // Fastify drops the stream of a HEAD request and keeps the length.
    return reply.send(isHead ? Readable.from([]) : pass(await store.read(sha256)));
  }
  const [span] = spans;
  return spans.length === 1 && span
    ? sendSpan(reply, span, { ...media, bytes })
    : sendSeveral(reply, spans, {
        bytes,
        mimeType,
        read: (part) => store.read(sha256, part),
        pass,
      });
}

/** Lets the proxy send the file, with its ranges and preconditions. */
function handOver(
  reply: FastifyReply,
  { name, value }: HandedOver,
  { mimeType, disposition, cacheControl = IMMUTABLE }: SentMedia,
): FastifyReply {
  if (disposition) reply.header('Content-Disposition', disposition);
  return reply
    .headers({
      [name]: value,
      'Accept-Ranges': 'bytes',
      'Cache-Control': cacheControl,
      'Content-Type': mimeType,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .send('');
}

/** Whether the proxy sends the file of this answer. */
export const isHandedOver = (reply: FastifyReply): boolean =>
  reply.hasHeader('X-Accel-Redirect') || reply.hasHeader('X-Sendfile');

/** Redirects the listener to the storage. The address is secret if the file is. */
function redirect(reply: FastifyReply, address: string, cacheControl: string): FastifyReply {
  for (const name of [
    'Accept-Ranges',
    'Content-Type',
    'Last-Modified',
    'ETag',
    'Content-Disposition',
  ]) {
    reply.removeHeader(name);
  }
  reply.header('Cache-Control', cacheControl === IMMUTABLE ? REDIRECTED : cacheControl);
  return reply.redirect(address, 302);
}

type Sized = SentMedia & { bytes: number };

async function sendSpan(
  reply: FastifyReply,
  span: ByteSpan,
  { store, sha256, bytes, passage }: Sized,
) {
  const lent = await store.readAtOnce(sha256, span);
  const read = async () => {
    const body = await store.read(sha256, span);
    return passage?.pass(body) ?? body;
  };
  const body = lent?.bytes ?? (await read());
  reply.code(206).headers({
    'Content-Range': `bytes ${span.first}-${span.last}/${bytes}`,
    'Content-Length': span.last - span.first + 1,
  });
  if (lent) passage?.count(lent.bytes.length);
  if (lent) finished(reply.raw, () => lent.giveBack(isSent(reply)));
  return reply.send(body);
}

/** It is unknown whether a broken connection still reads the bytes, so its answer is completed as if it were sent. */
const isSent = ({ raw, request }: FastifyReply): boolean =>
  raw.writableFinished && request.raw.socket.destroyed !== true;

interface Parts {
  bytes: number;
  mimeType: string;
  read(span: ByteSpan): Promise<Readable>;
  pass(body: Readable): Readable;
}

/** Sends multipart/byteranges (RFC 9110, 14.6). */
function sendSeveral(
  reply: FastifyReply,
  spans: ByteSpan[],
  { bytes, mimeType, read, pass }: Parts,
) {
  const head = ({ first, last }: ByteSpan) =>
    `\r\n--${BOUNDARY}\r\nContent-Type: ${mimeType}\r\nContent-Range: bytes ${first}-${last}/${bytes}\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const lengths = spans.map((span) => head(span).length + span.last - span.first + 1);
  reply.code(206).headers({
    'Content-Type': `multipart/byteranges; boundary=${BOUNDARY}`,
    'Content-Length': lengths.reduce((sum, length) => sum + length, end.length),
  });
  async function* parts() {
    for (const span of spans) {
      // The header waits for the first bytes: if the file cannot be read, the answer can still be an error.
      let before = Buffer.from(head(span));
      for await (const chunk of await read(span)) {
        yield Buffer.concat([before, chunk]);
        before = Buffer.alloc(0);
      }
    }
    yield Buffer.from(end);
  }
  return reply.send(pass(Readable.from(parts(), { objectMode: false })));
}
