import { AUDIO_TYPES, containerOf, fitsType } from '../audio-type.ts';
import { type Check, failed, passed, skipped, type Verdict, verdictOf } from '../check.ts';
import {
  type Answer,
  complaintAbout,
  complaintAboutCors,
  isOnThisNetwork,
  typeOf,
} from '../http.ts';
import { piecesOf, type RangeFacts } from './collect-ranges.ts';

const RFC = 'https://www.rfc-editor.org/rfc/rfc9110.html';
const APPLE = 'https://podcasters.apple.com/support/823-podcast-requirements';
const MOST_REDIRECTS = 5; // some apps give up after five

const NO_LENGTH = 'The host does not name the length of the file.';

/** Why an answer is not exactly this piece of the file. Empty if it is. */
function complaintAboutPiece(
  answer: Answer,
  [first, last]: readonly [number, number],
  { length, whole }: RangeFacts,
): string {
  const unanswered = complaintAbout(answer, 206);
  if (unanswered) return unanswered;
  const named = answer.headers['content-range'];
  const right = `bytes ${first}-${last}/${length}`;
  const withoutTotal = `bytes ${first}-${last}/*`;
  if (named !== right && named !== withoutTotal)
    return `Content-Range is "${named ?? ''}" instead of "${right}".`;
  const wanted = last - first + 1;
  if (answer.body.length !== wanted)
    return `The body has ${answer.body.length} bytes instead of ${wanted}.`;
  const contentLength = answer.headers['content-length'];
  if (contentLength !== undefined && Number(contentLength) !== wanted)
    return `Content-Length is ${contentLength} instead of ${wanted}.`;
  const same = whole.body.subarray(first, last + 1);
  if (whole.status === 200 && same.length === wanted && !same.equals(answer.body))
    return `The bytes ${first} to ${last} differ from those of the whole file.`;
  return '';
}

type PieceName = 'firstByte' | 'start' | 'middle' | 'open' | 'suffix' | 'end' | 'lastByte';

function piece(name: PieceName, of: keyof ReturnType<typeof piecesOf>) {
  return (facts: RangeFacts): Verdict => {
    if (facts.length === null) return skipped(NO_LENGTH);
    const wanted = name === 'firstByte' ? ([0, 0] as const) : piecesOf(facts.length)[of];
    return verdictOf(complaintAboutPiece(facts[name], wanted, facts));
  };
}

const FIX_PIECE =
  'Answer 206 with the requested bytes, their number in Content-Length, and "bytes first-last/length" in Content-Range.';

const PIECES: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/first-byte',
    level: 'must',
    says: 'The first byte can be requested alone.',
    fix: `${FIX_PIECE} Safari tests a server with "bytes=0-1" before it plays.`,
    source: `${RFC}#section-14.2`,
    look: piece('firstByte', 'start'),
  },
  {
    id: 'ranges/start',
    level: 'must',
    says: 'A piece from the start has the right bytes, length and Content-Range.',
    fix: FIX_PIECE,
    source: `${RFC}#section-15.3.7`,
    look: piece('start', 'start'),
  },
  {
    id: 'ranges/middle',
    level: 'must',
    says: 'A piece from the middle has the right bytes, length and Content-Range.',
    fix: FIX_PIECE,
    source: `${RFC}#section-15.3.7`,
    look: piece('middle', 'middle'),
  },
  {
    id: 'ranges/end',
    level: 'must',
    says: 'The last piece has the right bytes, length and Content-Range.',
    fix: FIX_PIECE,
    source: `${RFC}#section-15.3.7`,
    look: piece('end', 'end'),
  },
  {
    id: 'ranges/open',
    level: 'must',
    says: 'A range without an end reaches to the end of the file.',
    fix: 'Answer "bytes=N-" with all bytes from N on.',
    source: `${RFC}#section-14.1.2`,
    look: piece('open', 'end'),
  },
  {
    id: 'ranges/suffix',
    level: 'must',
    says: 'A suffix range has the last bytes of the file.',
    fix: 'Answer "bytes=-N" with the last N bytes. Players read the index of MP4 files with it.',
    source: `${RFC}#section-14.1.2`,
    look: piece('suffix', 'end'),
  },
  {
    id: 'ranges/last-byte',
    level: 'must',
    says: 'The last byte can be requested alone.',
    fix: FIX_PIECE,
    source: `${RFC}#section-14.2`,
    look: piece('lastByte', 'last'),
  },
];

const EDGES: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/same-bytes',
    level: 'must',
    says: 'The end of the file has the same bytes, however it is requested.',
    fix: 'Serve all ranges from one version of the file, also if several servers share the work.',
    source: `${RFC}#section-15.3.7.3`,
    look: ({ open, suffix, end, lastByte, length }) => {
      if (length === null) return skipped(NO_LENGTH);
      const named = Object.entries({ open, suffix }).filter(([, { status }]) => status === 206);
      if (end.status !== 206) return skipped('The last piece is not answered with 206.');
      const other = named.find(([, { body }]) => !body.equals(end.body));
      if (other) return failed(`The ${other[0]} range differs from the range with both ends.`);
      const isLast = lastByte.status !== 206 || lastByte.body[0] === end.body.at(-1);
      return verdictOf(isLast ? '' : 'The last byte differs from that of the last piece.');
    },
  },
  {
    id: 'ranges/clipped',
    level: 'must',
    says: 'A range that ends behind the file is cut at its end.',
    fix: 'If the last position is behind the end, answer up to the end.',
    source: `${RFC}#section-14.1.2`,
    look: (facts) =>
      facts.length === null
        ? skipped(NO_LENGTH)
        : verdictOf(complaintAboutPiece(facts.clipped, piecesOf(facts.length).end, facts)),
  },
  {
    id: 'ranges/long-suffix',
    level: 'must',
    says: 'A suffix longer than the file is the whole file.',
    fix: 'Answer "bytes=-N" with the whole file if it has fewer than N bytes.',
    source: `${RFC}#section-14.1.2`,
    look: ({ longSuffix: { status, headers, problem, url }, length }) => {
      if (length === null) return skipped(NO_LENGTH);
      if (status === 200) return passed;
      if (status !== 206) return failed(problem || `${url} answered ${status}, not 206.`);
      const right = `bytes 0-${length - 1}/${length}`;
      const named = headers['content-range'] ?? '';
      return verdictOf(named === right ? '' : `Content-Range is "${named}" instead of "${right}".`);
    },
  },
  {
    id: 'ranges/beyond-the-end',
    level: 'must',
    says: 'A range behind the end is answered with 416.',
    fix: 'Answer 416 if the first position is not in the file.',
    source: `${RFC}#section-15.5.17`,
    look: ({ beyond, length }) =>
      length === null ? skipped(NO_LENGTH) : verdictOf(complaintAbout(beyond, 416)),
  },
  {
    id: 'ranges/length-in-416',
    level: 'should',
    says: 'The answer 416 names the length of the file.',
    fix: 'Send "Content-Range: bytes */length" with 416, so that a player can ask again.',
    source: `${RFC}#section-14.4`,
    look: ({ beyond, length }) => {
      if (length === null) return skipped(NO_LENGTH);
      if (beyond.status !== 416) return skipped('A range behind the end is not answered with 416.');
      const right = `bytes */${length}`;
      const named = beyond.headers['content-range'] ?? '';
      return verdictOf(named === right ? '' : `Content-Range is "${named}" instead of "${right}".`);
    },
  },
];

const OTHER_REQUESTS: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/unknown-unit',
    level: 'must',
    says: 'A range of an unknown unit is ignored.',
    fix: 'Answer 200 with the whole file if the unit of Range is not "bytes".',
    source: `${RFC}#section-14.2`,
    look: ({ unknownUnit }) => verdictOf(complaintAbout(unknownUnit, 200)),
  },
  {
    id: 'ranges/several',
    level: 'must',
    says: 'A request for several ranges gets parts, one range or the whole file.',
    fix: 'Answer multipart/byteranges, or 206 for a single range, or 200. Nothing else is readable.',
    source: `${RFC}#section-15.3.7.2`,
    look: ({ several }) => verdictOf(complaintAboutSeveral(several)),
  },
];

function complaintAboutSeveral(answer: Answer): string {
  if (answer.status === 200) return '';
  const unanswered = complaintAbout(answer, 206);
  if (unanswered) return unanswered;
  const type = answer.headers['content-type'] ?? '';
  const isParts = typeOf(answer) === 'multipart/byteranges';
  if (isParts) {
    const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
    if (!boundary) return 'The type multipart/byteranges names no boundary.';
    const parts = answer.body.toString('latin1').split(`--${boundary}`).slice(1, -1);
    const withRange = parts.filter((part) => /^content-range: *bytes \d+-\d+\//im.test(part));
    return withRange.length === parts.length && parts.length > 0
      ? ''
      : 'A part of multipart/byteranges has no Content-Range.';
  }
  const named = /^bytes (\d+)-(\d+)\//.exec(answer.headers['content-range'] ?? '');
  if (!named) return 'It is answered 206 without parts and without Content-Range.';
  const length = Number(named[2]) - Number(named[1]) + 1;
  return answer.isCut || answer.body.length === length
    ? ''
    : `The body has ${answer.body.length} bytes, but Content-Range names ${length}.`;
}

const IF_RANGE: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/if-range-etag',
    level: 'must',
    says: 'A range of the same version is sent, by ETag.',
    fix: 'If If-Range has the current ETag, answer 206.',
    source: `${RFC}#section-13.1.5`,
    look: (facts) => {
      if (!facts.ifRangeEtag || facts.length === null)
        return skipped('The file has no strong ETag.');
      const { start } = piecesOf(facts.length);
      return verdictOf(complaintAboutPiece(facts.ifRangeEtag, start, facts));
    },
  },
  {
    id: 'ranges/if-range-date',
    level: 'should',
    says: 'A range of the same version is sent, by date.',
    fix: 'If If-Range has the exact date of Last-Modified, answer 206.',
    source: `${RFC}#section-13.1.5`,
    look: (facts) => {
      if (!facts.ifRangeDate || facts.length === null)
        return skipped('The file has no Last-Modified.');
      const { start } = piecesOf(facts.length);
      return verdictOf(complaintAboutPiece(facts.ifRangeDate, start, facts));
    },
  },
  {
    id: 'ranges/if-range-other',
    level: 'must',
    says: 'If the file has changed since, the whole file is sent instead of the range.',
    fix: 'If If-Range has another ETag, answer 200 with the whole file. Otherwise players join pieces of two files.',
    source: `${RFC}#section-13.1.5`,
    look: ({ ifRangeOther }) => verdictOf(complaintAbout(ifRangeOther, 200)),
  },
];

const VALIDATORS: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/validator',
    level: 'should',
    says: 'The file has an ETag or a date.',
    fix: 'Send ETag or Last-Modified, so that broken downloads continue and copies can be checked.',
    source: `${RFC}#section-8.8`,
    look: ({ etag, lastModified }) =>
      verdictOf(etag || lastModified ? '' : 'There is neither ETag nor Last-Modified.'),
  },
  {
    id: 'ranges/not-modified-etag',
    level: 'should',
    says: 'A known file is not sent again, by ETag.',
    fix: 'Answer 304 without a body if If-None-Match has the current ETag.',
    source: `${RFC}#section-13.1.2`,
    look: ({ ifNoneMatch }) =>
      ifNoneMatch ? verdictOf(complaintAbout(ifNoneMatch, 304)) : skipped('The file has no ETag.'),
  },
  {
    id: 'ranges/not-modified-date',
    level: 'should',
    says: 'A known file is not sent again, by date.',
    fix: 'Answer 304 without a body if the file is not newer than If-Modified-Since.',
    source: `${RFC}#section-13.1.3`,
    look: ({ ifModifiedSince }) =>
      ifModifiedSince
        ? verdictOf(complaintAbout(ifModifiedSince, 304))
        : skipped('The file has no Last-Modified.'),
  },
];

/** HEAD may leave validators out (RFC 9110, 9.3.2). Type and length are the reason to ask with it. */
const isLeftOut = ({ headers }: Answer, name: string) =>
  headers[name] === undefined && ['etag', 'last-modified'].includes(name);

const FILE: readonly Check<RangeFacts>[] = [
  {
    id: 'ranges/whole-file',
    level: 'must',
    says: 'The file is sent without a range as well.',
    fix: 'Answer 200 with the file.',
    source: `${RFC}#section-9.3.1`,
    look: ({ whole }) => verdictOf(complaintAbout(whole)),
  },
  {
    id: 'ranges/content-length',
    level: 'must',
    says: 'Content-Length is the length of the file.',
    fix: 'Send the exact Content-Length. Without it, players know neither duration nor progress.',
    source: `${RFC}#section-8.6`,
    look: ({ whole }) => {
      const named = whole.headers['content-length'];
      if (named === undefined) return failed('There is no Content-Length.');
      if (whole.isCut || Number(named) === whole.body.length) return passed;
      return failed(`Content-Length is ${named}, but ${whole.body.length} bytes were sent.`);
    },
  },
  {
    id: 'ranges/accept-ranges',
    level: 'should',
    says: 'The host announces that it serves ranges.',
    fix: 'Send "Accept-Ranges: bytes".',
    source: `${RFC}#section-14.3`,
    look: ({ whole }) =>
      verdictOf(
        whole.headers['accept-ranges'] === 'bytes'
          ? ''
          : `Accept-Ranges is "${whole.headers['accept-ranges'] ?? ''}".`,
      ),
  },
  {
    id: 'ranges/head',
    level: 'must',
    says: 'HEAD is answered with the headers of GET.',
    fix: 'Answer HEAD with the status, Content-Type and Content-Length of GET. Apple requires it.',
    source: `${RFC}#section-9.3.2`,
    look: ({ head, whole }) => {
      const unanswered = complaintAbout(head);
      if (unanswered) return failed(unanswered);
      const differing = ['content-type', 'content-length', 'etag', 'last-modified'].filter(
        (name) => head.headers[name] !== whole.headers[name] && !isLeftOut(head, name),
      );
      return verdictOf(
        differing.length === 0 ? '' : `HEAD and GET differ in ${differing.join(', ')}.`,
      );
    },
  },
  {
    id: 'ranges/content-type',
    level: 'must',
    says: 'Content-Type fits the bytes of the audio.',
    fix: 'Send the type of the file, for example audio/mpeg for MP3 and audio/mp4 for M4A.',
    source: `${RFC}#section-8.3`,
    look: ({ whole }) => {
      const type = typeOf(whole);
      if (fitsType(whole.body, type)) return passed;
      const container = containerOf(whole.body);
      if (container === null)
        return failed(`The bytes are no audio that apps know. Content-Type is "${type}".`);
      return failed(
        `The bytes are ${container}, whose type is ${AUDIO_TYPES[container]?.[0]}. Content-Type is "${type}".`,
      );
    },
  },
  {
    id: 'ranges/same-type',
    level: 'must',
    says: 'A piece has the Content-Type of the file.',
    fix: 'Send the same Content-Type with 206 as with 200.',
    source: `${RFC}#section-15.3.7`,
    look: ({ middle, whole }) =>
      middle.status !== 206
        ? skipped('A piece from the middle is not answered with 206.')
        : verdictOf(
            typeOf(middle) === typeOf(whole)
              ? ''
              : `A piece has "${typeOf(middle)}", the file "${typeOf(whole)}".`,
          ),
  },
  {
    id: 'ranges/same-validator',
    level: 'must',
    says: 'A piece has the ETag of the file.',
    fix: 'Send the same ETag with 206 as with 200.',
    source: `${RFC}#section-15.3.7`,
    look: ({ middle, etag }) => {
      if (middle.status !== 206 || etag === null) return skipped('The file has no ETag.');
      const own = middle.headers.etag ?? '';
      return verdictOf(own === etag ? '' : `A piece has the ETag ${own || '(none)'}, not ${etag}.`);
    },
  },
  {
    id: 'ranges/no-encoding',
    level: 'must',
    says: 'Audio is not compressed again.',
    fix: 'Send audio without Content-Encoding. Otherwise ranges are of the compressed bytes.',
    source: `${RFC}#section-8.4`,
    look: ({ whole }) => {
      const encoding = whole.headers['content-encoding'] ?? 'identity';
      return verdictOf(encoding === 'identity' ? '' : `Content-Encoding is ${encoding}.`);
    },
  },
  {
    id: 'ranges/cors',
    level: 'should',
    says: 'Players on other pages may read the audio.',
    fix: 'Send "Access-Control-Allow-Origin: *". Web players need it for waveforms and effects.',
    source: 'https://fetch.spec.whatwg.org/#http-cors-protocol',
    look: ({ ofOtherOrigin }) => verdictOf(complaintAboutCors(ofOtherOrigin)),
  },
  {
    id: 'ranges/redirects',
    level: 'must',
    says: `At most ${MOST_REDIRECTS} redirects lead to the audio, and ranges follow them.`,
    fix: 'Shorten the chain of prefixes, and redirect requests with a range in the same way.',
    source: APPLE,
    look: ({ start, whole }) => {
      if (start.redirects.length > MOST_REDIRECTS)
        return failed(`There are ${start.redirects.length} redirects.`);
      if (start.redirects.length === whole.redirects.length) return passed;
      return failed(
        `There are ${whole.redirects.length} redirects without a range and ${start.redirects.length} with one.`,
      );
    },
  },
  {
    id: 'ranges/https',
    level: 'must',
    says: 'The audio is served by HTTPS, all the way.',
    fix: 'Serve the file and every redirect by HTTPS. Browsers refuse other audio on HTTPS pages.',
    source: 'https://www.w3.org/TR/mixed-content/',
    look: ({ start }) => {
      const all = [...start.redirects, start.url];
      if (all.every(isOnThisNetwork)) return skipped('The host is on this network.');
      const plain = all.find((url) => url.startsWith('http:') && !isOnThisNetwork(url));
      return verdictOf(plain ? `${plain} is not HTTPS.` : '');
    },
  },
];

/** Whether any piece was answered as a piece, rightly or wrongly. */
const hasRanges = ({ firstByte, start, middle, open, suffix, end }: RangeFacts) =>
  [firstByte, start, middle, open, suffix, end].some(({ status }) => status !== 200);

const SERVED: Check<RangeFacts> = {
  id: 'ranges/served',
  level: 'must',
  says: 'The host serves ranges.',
  fix: 'Answer requests with the header Range. Without it, listeners cannot seek, Safari does not play, and Apple refuses the show.',
  source: APPLE,
  look: (facts) => verdictOf(hasRanges(facts) ? '' : 'All ranges are answered with 200.'),
};

/** One finding is enough if the host knows no ranges at all. */
const ifServed = (check: Check<RangeFacts>): Check<RangeFacts> => ({
  ...check,
  look: (facts) => (hasRanges(facts) ? check.look(facts) : skipped('The host serves no ranges.')),
});

export const RANGE_CHECKS: readonly Check<RangeFacts>[] = [
  SERVED,
  ...FILE,
  ...VALIDATORS,
  ...OTHER_REQUESTS,
  ...[...PIECES, ...EDGES, ...IF_RANGE].map(ifServed),
];
