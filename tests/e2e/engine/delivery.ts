import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Content {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The faults of an answer. Bytes are counted in the file, not in the answer. */
export interface Fault {
  /** Answers with this status and no sound. */
  status?: number;
  /** Answers with this page instead of the requested file. */
  html?: string;
  /** Does not answer, until the server's `release`. */
  hang?: boolean;
  /** The difference between the announced length and the sent one, in bytes. */
  lengthOff?: number;
  /** Supports no ranges: always 200 and the whole file. */
  noRanges?: boolean;
  /** The connection breaks at this byte. */
  cutAt?: number;
  /** No data follows for `stallMs` from this byte on. */
  stallAt?: number;
  stallMs?: number;
  bytesPerSecond?: number;
  /** Time until the first byte, as on a slow connection. */
  latencyMs?: number;
  /** The number of affected requests; all if absent. */
  times?: number;
}

const CHUNK_BYTES = 8_000;

/** Sends the file with ranges (RFC 9110, section 14.2), except for the faults. */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  content: Content,
  fault: Fault = {},
  onSent: (bytes: number) => void = () => {},
): Promise<void> {
  if (fault.latencyMs) await wait(fault.latencyMs);
  if (fault.html !== undefined || fault.status !== undefined) {
    const isPage = fault.html !== undefined;
    response.writeHead(fault.status ?? 200, {
      'Content-Type': isPage ? 'text/html' : 'text/plain',
    });
    response.end(fault.html);
    return;
  }
  const { start, end, isPartial } = rangeOf(request, content.bytes.length, fault);
  response.writeHead(isPartial ? 206 : 200, {
    'Content-Type': content.type,
    'Content-Length': Math.max(end - start + (fault.lengthOff ?? 0), 0),
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    ...(fault.noRanges ? {} : { 'Accept-Ranges': 'bytes' }),
    ...(isPartial ? { 'Content-Range': `bytes ${start}-${end - 1}/${content.bytes.length}` } : {}),
  });
  if (request.method === 'HEAD') return void response.end();
  await send(response, content.bytes, { start, end }, fault, onSent);
}

function rangeOf(request: IncomingMessage, length: number, fault: Fault) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || fault.noRanges) return { start: 0, end: length, isPartial: false };
  const end = to ? Math.min(Number(to) + 1, length) : length;
  return { start: Math.min(Number(from), end), end, isPartial: true };
}

async function send(
  response: ServerResponse,
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  fault: Fault,
  onSent: (bytes: number) => void,
): Promise<void> {
  const { cutAt = Infinity, stallAt = Infinity, stallMs = 0, bytesPerSecond = Infinity } = fault;
  let isStalled = false;
  for (let at = start; at < end && !response.destroyed; at += CHUNK_BYTES) {
    if (at + CHUNK_BYTES > stallAt && !isStalled) {
      isStalled = true;
      await wait(stallMs);
    }
    if (at >= cutAt) return void response.destroy();
    const chunk = bytes.subarray(at, Math.min(at + CHUNK_BYTES, end));
    response.write(chunk);
    onSent(chunk.length);
    if (bytesPerSecond < Infinity) await wait((CHUNK_BYTES / bytesPerSecond) * 1_000);
  }
  // While the connection is open, a browser waits for the missing bytes of an announced length.
  const { socket } = response;
  response.end(() => fault.lengthOff && socket?.end());
}
