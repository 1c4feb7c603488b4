import type { IncomingHttpHeaders } from 'node:http';

/** Identify the version of a resource for caches. */
export interface Validators {
  /** A strong ETag, with its quotes. */
  etag: string;
  /** Null if the resource has no date. */
  modified?: Date | null;
}

export type Verdict = 'send' | 'not-modified' | 'failed';

/** Evaluates the conditions of a GET or HEAD request in the order of RFC 9110, 13.2.2. */
export function checkPreconditions(
  headers: IncomingHttpHeaders,
  { etag, modified = null }: Validators,
): Verdict {
  const match = headers['if-match'];
  if (match !== undefined) {
    if (!matchesStrongly(match, etag)) return 'failed';
  } else if (isPast(modified, headers['if-unmodified-since'])) return 'failed';

  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return matchesWeakly(noneMatch, etag) ? 'not-modified' : 'send';
  return isUnmodifiedSince(headers, modified) ? 'not-modified' : 'send';
}

/** True if the client has seen the version of this date. */
export function isUnmodifiedSince(headers: IncomingHttpHeaders, modified: Date | null): boolean {
  const since = readDate(headers['if-modified-since']);
  return modified !== null && since !== null && !isLater(modified, since);
}

/** True if If-Range names the exact version: a strong ETag or the exact date (RFC 9110, 13.1.5). */
export function matchesIfRange(
  header: string | string[] | undefined,
  { etag, modified }: Validators,
): boolean {
  if (header === undefined) return true;
  if (typeof header !== 'string') return false;
  return header.startsWith('"') ? header === etag : header === modified?.toUTCString();
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim());

function matchesStrongly(header: string, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag === etag);
}

function matchesWeakly(header: string, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

function isPast(modified: Date | null, header: string | undefined): boolean {
  const limit = readDate(header);
  return modified !== null && limit !== null && isLater(modified, limit);
}

/** HTTP dates have no fractions of a second. */
const isLater = (modified: Date, time: number) =>
  Math.floor(modified.getTime() / 1000) * 1000 > time;

function readDate(header: string | undefined): number | null {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? null : time;
}
