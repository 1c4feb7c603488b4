import { splitSpeaker } from 'earshot-site/contract';
import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid } from '../http/refusal.ts';
import { cleanCueText, cleanWhole } from './cue-text.ts';
import type { ReadCues } from './read-cues.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import { readSrt } from './read-srt.ts';
import { readVtt } from './read-vtt.ts';

/** The formats by their file extensions, with their media types. */
export const TRANSCRIPT_TYPES = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
  txt: 'text/plain',
} as const;

export type TranscriptFormat = keyof typeof TRANSCRIPT_TYPES;

export const isTranscriptFormat = (name: string): name is TranscriptFormat =>
  Object.hasOwn(TRANSCRIPT_TYPES, name);

export const TRANSCRIPT_BYTES_MAX = 4 << 20; // an hour of words with individual times takes about 1 MB
const CUES_MAX = 50_000;

/** A transcript with times, or a text without. */
export type Transcribed = { language: string | null; problems: string[] } & (
  | { cues: TranscriptCue[]; text: null }
  | { cues: null; text: string }
);

/** @throws AppError INVALID_REQUEST with the wrong line */
export function readTranscript(bytes: Buffer, format: TranscriptFormat): Transcribed {
  const source = decode(bytes);
  if (source.trim() === '') throw invalid('transcript', 'no_content');
  const kind = detectFormat(source) ?? format;
  if (kind === 'txt') return { language: null, cues: null, text: readPlain(source), problems: [] };
  const { language, cues: read, problems } = READ[kind](source);
  const cues = cleanCues(read);
  if (cues.length === 0) throw invalid('transcript', 'no_cues');
  if (cues.length > CUES_MAX) throw invalid('transcript', 'max_cues', { n: CUES_MAX });
  return { language, cues: cues.sort((a, b) => a.starts_at - b.starts_at), text: null, problems };
}

/** Names and media types of files are often wrong. Null for a file that could be anything. */
function detectFormat(source: string): TranscriptFormat | null {
  if (/^WEBVTT(\s|$)/.test(source)) return 'vtt';
  return /^\s*(?:\d+\s+)?\d+:\d+:\d+[.,]\d+ *-->/.test(source) ? 'srt' : null;
}

const linesOf = (source: string) => source.split(/\r\n|\r|\n/);

const READ: Readonly<Record<'vtt' | 'srt' | 'json', (source: string) => ReadCues>> = {
  vtt: (source) => readVtt(linesOf(source)),
  srt: (source) => readSrt(linesOf(source)),
  json: readJsonTranscript,
};

/** Speakers are found in the text, as in `Ann Doe: Good evening.`, unless the file names them in its own way. */
function cleanCues(cues: readonly TranscriptCue[]): TranscriptCue[] {
  const isNamed = cues.some(({ speaker }) => speaker !== null);
  return cues
    .map((cue) => ({ ...cue, text: cleanCueText(cue.text) }))
    .flatMap((cue) => (isNamed ? [cue] : splitSpeakers(cue)))
    .filter(({ text }) => text !== '');
}

/** A cue for each speaker in the lines of a cue. A name without words stays text. */
function splitSpeakers({ text, ...cue }: TranscriptCue): TranscriptCue[] {
  const parts: TranscriptCue[] = [];
  for (const line of text.split('\n')) {
    const split = splitSpeaker(line);
    const last = parts.at(-1);
    if (last && split.speaker === null) last.text = `${last.text}\n${line}`.trimStart();
    else parts.push({ ...cue, ...split });
  }
  return parts.some((part) => part.text === '') ? [{ ...cue, text }] : parts;
}

function readPlain(source: string): string {
  const lines = linesOf(source).map(cleanWhole);
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') throw invalid('transcript', 'no_content');
  return text;
}

/** UTF-8, or UTF-16 with its byte-order mark. @throws AppError INVALID_REQUEST with the wrong line */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (isWide) throw invalid('transcript', 'transcript_utf16');
    throw invalid('transcript', 'transcript_utf8', { n: wrongLine(bytes) });
  }
}

/** The first line that changes by lenient decoding. */
function wrongLine(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  return bytes.subarray(0, Math.max(at, 0)).toString('latin1').split('\n').length;
}
