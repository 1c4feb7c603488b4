import { type Answer, type Http, ORIGIN } from '../http.ts';

/** Files up to this size are read whole, to compare every piece with them. */
const WHOLE_MAX_BYTES = 8e6;
const PIECE_BYTES = 1_024;
const MANY_BYTES = 65_536;

export interface RangeFacts {
  url: string;
  /** The file's length. Null if the host does not name it. */
  length: number | null;
  etag: string | null;
  lastModified: string | null;
  head: Answer;
  /** The file without a range, or its beginning if it is large. */
  whole: Answer;
  firstByte: Answer;
  start: Answer;
  middle: Answer;
  /** The last piece: as an open range, as a suffix, and by both ends. */
  open: Answer;
  suffix: Answer;
  end: Answer;
  lastByte: Answer;
  /** A suffix longer than the file. */
  longSuffix: Answer;
  /** A range whose end is behind that of the file. */
  clipped: Answer;
  beyond: Answer;
  unknownUnit: Answer;
  several: Answer;
  /** Null if the file has no strong ETag or no date to ask with. */
  ifRangeEtag: Answer | null;
  ifRangeDate: Answer | null;
  ifRangeOther: Answer;
  ifNoneMatch: Answer | null;
  ifModifiedSince: Answer | null;
  ofOtherOrigin: Answer;
}

/** The first and last byte of each piece of a file. */
export function piecesOf(length: number) {
  const size = Math.min(PIECE_BYTES, Math.ceil(length / 4));
  const middle = Math.floor(length / 2);
  return {
    start: [0, size - 1],
    middle: [middle, Math.min(middle + size, length) - 1],
    end: [length - size, length - 1],
    last: [length - 1, length - 1],
  } as const;
}

/** Asks for one audio file in every way that players use. Reads at most a few megabytes. */
export async function collectRanges(http: Http, url: string): Promise<RangeFacts> {
  const [head, whole] = await Promise.all([
    http.ask(url, { method: 'HEAD' }),
    http.ask(url, {
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
      maxBytes: WHOLE_MAX_BYTES,
    }),
  ]);
  const length = lengthOf(whole, head);
  const { etag = null, 'last-modified': lastModified = null } = whole.headers;
  const asked = (range: string, headers: Record<string, string> = {}) =>
    http.ask(url, { headers: { Range: range, ...headers }, maxBytes: MANY_BYTES });
  const total = length ?? PIECE_BYTES;
  const { start, middle, end, last } = piecesOf(total);
  const [pieces, conditions] = await Promise.all([askPieces(), askConditions()]);
  return { url, length, etag, lastModified, head, whole, ...pieces, ...conditions };

  async function askPieces() {
    const named = {
      firstByte: 'bytes=0-0',
      start: bytes(start),
      middle: bytes(middle),
      open: `bytes=${end[0]}-`,
      suffix: `bytes=-${total - end[0]}`,
      end: bytes(end),
      lastByte: bytes(last),
      longSuffix: `bytes=-${total + 1_000}`,
      clipped: `bytes=${end[0]}-${total + 1_000}`,
      beyond: `bytes=${total}-`,
      unknownUnit: 'seconds=0-1',
      several: `bytes=0-9,${middle[0]}-${middle[0] + 9}`,
    };
    const answers = await Promise.all(
      Object.entries(named).map(async ([name, range]) => [name, await asked(range)] as const),
    );
    return Object.fromEntries(answers) as Record<keyof typeof named, Answer>;
  }

  async function askConditions() {
    const isStrong = etag !== null && !etag.startsWith('W/');
    const none = Promise.resolve(null);
    const [ifRangeEtag, ifRangeDate, ifRangeOther, ifNoneMatch, ifModifiedSince, ofOtherOrigin] =
      await Promise.all([
        isStrong ? asked(bytes(start), { 'If-Range': etag }) : none,
        lastModified ? asked(bytes(start), { 'If-Range': lastModified }) : none,
        asked(bytes(start), { 'If-Range': '"another-version-of-the-file"' }),
        etag ? http.ask(url, { headers: { 'If-None-Match': etag }, maxBytes: MANY_BYTES }) : none,
        lastModified
          ? http.ask(url, {
              headers: { 'If-Modified-Since': lastModified },
              maxBytes: MANY_BYTES,
            })
          : none,
        asked(bytes(start), { Origin: ORIGIN }),
      ]);
    return { ifRangeEtag, ifRangeDate, ifRangeOther, ifNoneMatch, ifModifiedSince, ofOtherOrigin };
  }
}

const bytes = ([first, last]: readonly [number, number]) => `bytes=${first}-${last}`;

function lengthOf(whole: Answer, head: Answer): number | null {
  const named = whole.headers['content-length'] ?? head.headers['content-length'];
  if (named !== undefined && /^\d+$/.test(named)) return Number(named) || null;
  return whole.status === 200 && !whole.isCut ? whole.body.length || null : null;
}
