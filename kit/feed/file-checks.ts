import { containerOf, fitsType } from '../audio-type.ts';
import { type Check, listed, skipped, type Verdict, verdictOf } from '../check.ts';
import { type Answer, complaintAbout, complaintAboutCors, textOf, typeOf } from '../http.ts';
import type { FeedFacts, SampledFile } from './collect-feed.ts';

const NAMESPACE = 'https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs';
const RSS = 'https://www.rssboard.org/rss-specification#ltenclosuregtSubelementOfLtitemgt';
const LARGEST_CHAPTERS = 1_000;

/** Looks at each sampled file of a kind, and names the first faults. */
const ofFiles =
  (kind: 'enclosures' | 'transcripts' | 'chapters', none: string) =>
  (complain: (file: SampledFile) => string) =>
  ({ [kind]: files }: FeedFacts): Verdict =>
    files.length === 0 ? skipped(none) : verdictOf(listed(files.map(complain).filter(Boolean)));
const ofAudio = ofFiles('enclosures', 'The newest episodes have no audio.');
const ofTranscripts = ofFiles('transcripts', 'The newest episodes have no transcript.');
const ofChapters = ofFiles('chapters', 'The newest episodes have no chapters.');

const isThere = ({ status }: Answer) => status === 200 || status === 206;

/** The length of the whole file, from the answer to its beginning. */
function lengthOf({ headers, status }: Answer): number | null {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  if (status === 206) return total ? Number(total) : null;
  return headers['content-length'] ? Number(headers['content-length']) : null;
}

const AUDIO: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/enclosure-fetched',
    level: 'must',
    says: 'The audio of the newest episodes can be fetched.',
    fix: 'Serve every file that the feed names.',
    source: RSS,
    look: ofAudio(({ answer }) => {
      if (!isThere(answer)) return complaintAbout(answer);
      return containerOf(answer.body) === null ? `${answer.url} is no audio that apps know.` : '';
    }),
  },
  {
    id: 'feed/enclosure-length',
    level: 'must',
    says: 'The length of an enclosure is that of its file.',
    fix: 'Write the number of bytes of the file. Apps show and plan downloads with it.',
    source: RSS,
    look: ofAudio(({ element: { attributes }, answer }) => {
      const length = lengthOf(answer);
      if (!isThere(answer) || length === null || Number(attributes.length) === length) return '';
      return `The feed says ${attributes.length} bytes, but ${answer.url} has ${length}.`;
    }),
  },
  {
    id: 'feed/enclosure-type',
    level: 'must',
    says: 'The type of an enclosure is that of its file.',
    fix: 'Write the type that the bytes have, and send the same as Content-Type.',
    source: RSS,
    look: ofAudio(({ element: { attributes }, answer }) => {
      const container = containerOf(answer.body);
      if (!isThere(answer) || container === null) return '';
      return fitsType(answer.body, attributes.type ?? '')
        ? ''
        : `The feed says "${attributes.type}", but ${answer.url} is ${container}.`;
    }),
  },
];

const TRANSCRIPTS: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/transcript-files',
    level: 'must',
    says: 'Transcripts can be fetched, and are what their type says.',
    fix: 'Serve each transcript with the type that the feed names.',
    source: `${NAMESPACE}/tags/transcript.md`,
    look: ofTranscripts(({ element: { attributes }, answer }) => {
      const unanswered = complaintAbout(answer);
      if (unanswered) return unanswered;
      return complaintAboutTranscript(baseType(attributes.type), textOf(answer), answer.url);
    }),
  },
  {
    id: 'feed/transcript-type',
    level: 'should',
    says: 'Transcripts are sent with the type that the feed names.',
    fix: 'Send the same Content-Type as the feed names.',
    source: `${NAMESPACE}/tags/transcript.md`,
    look: ofTranscripts(({ element: { attributes }, answer }) =>
      answer.status !== 200 || sameType(baseType(attributes.type), typeOf(answer))
        ? ''
        : `${answer.url} is sent as "${typeOf(answer)}" instead of "${attributes.type}".`,
    ),
  },
  {
    id: 'feed/transcript-cors',
    level: 'should',
    says: 'Web players may read the transcripts.',
    fix: 'Send "Access-Control-Allow-Origin: *" with transcripts.',
    source: `${NAMESPACE}/examples/transcripts/transcripts.md`,
    look: ofTranscripts(({ answer }) => complaintAboutCors(answer)),
  },
];

const baseType = (type = '') => type.split(';')[0]?.trim().toLowerCase() ?? '';

/** SubRip has several names in use. */
const SUBRIP = ['application/x-subrip', 'application/srt', 'text/srt'];
const sameType = (a: string, b: string) => a === b || (SUBRIP.includes(a) && SUBRIP.includes(b));

function complaintAboutTranscript(type: string, text: string, url: string): string {
  const isRight = {
    'text/vtt': () => /^\ufeff?WEBVTT(\s|$)/.test(text),
    'application/json': () => Array.isArray(JSON.parse(text).segments),
    'text/html': () => /<\w+[^>]*>/.test(text),
    'text/plain': () => text.trim() !== '',
  }[type];
  const isTimed = () => /\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}/.test(text);
  try {
    if ((isRight ?? isTimed)()) return '';
  } catch {
    // It is not JSON.
  }
  return `${url} is not ${type}.`;
}

interface ChapterFile {
  version?: unknown;
  chapters?: { startTime?: unknown }[];
}

const CHAPTERS: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/chapter-files',
    level: 'must',
    says: 'Chapters can be fetched, and are JSON with a version and ascending times.',
    fix: 'Serve {"version": "1.2.0", "chapters": [{"startTime": 0, "title": "…"}]}.',
    source: `${NAMESPACE}/examples/chapters/jsonChapters.md`,
    look: ofChapters(({ answer }) => complaintAbout(answer) || complaintAboutChapters(answer)),
  },
  {
    id: 'feed/chapter-type',
    level: 'should',
    says: 'Chapters are sent as application/json+chapters.',
    fix: 'Send "Content-Type: application/json+chapters".',
    source: `${NAMESPACE}/tags/chapters.md`,
    look: ofChapters(({ answer }) =>
      answer.status !== 200 || /^application\/json(\+chapters)?$/.test(typeOf(answer))
        ? ''
        : `${answer.url} is sent as "${typeOf(answer)}".`,
    ),
  },
  {
    id: 'feed/chapter-cors',
    level: 'should',
    says: 'Web players may read the chapters.',
    fix: 'Send "Access-Control-Allow-Origin: *" with chapters.',
    source: `${NAMESPACE}/examples/chapters/jsonChapters.md`,
    look: ofChapters(({ answer }) => complaintAboutCors(answer)),
  },
];

function complaintAboutChapters(answer: Answer): string {
  let file: ChapterFile;
  try {
    file = JSON.parse(textOf(answer));
  } catch {
    return `${answer.url} is not JSON.`;
  }
  if (typeof file.version !== 'string') return `${answer.url} has no version.`;
  if (!Array.isArray(file.chapters)) return `${answer.url} has no list of chapters.`;
  const times = file.chapters.slice(0, LARGEST_CHAPTERS).map(({ startTime }) => startTime);
  if (times.some((time) => typeof time !== 'number' || time < 0))
    return `${answer.url} has a chapter without startTime.`;
  const isAscending = times.every((time, n) => n === 0 || Number(times[n - 1]) <= Number(time));
  return isAscending ? '' : `The chapters of ${answer.url} are not in order.`;
}

/** The files that a feed names. */
export const FEED_FILE_CHECKS: readonly Check<FeedFacts>[] = [
  ...AUDIO,
  ...TRANSCRIPTS,
  ...CHAPTERS,
];
