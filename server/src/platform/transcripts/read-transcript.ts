import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid } from '../http/read-json.ts';
import { cleanWhole, refuse } from './cue-text.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import { readSrt } from './read-srt.ts';
import { type ReadCues, readVtt } from './read-vtt.ts';

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

export const TRANSCRIPT_BYTES_MAX = 4 << 20; // an hour of words with a time for each takes about 1 MB
const CUES_MAX = 50_000;

/** A transcript with times, or a text without. */
export type Transcribed =
  | { language: string | null; cues: TranscriptCue[]; text: null }
  | { language: string | null; cues: null; text: string };

/** @throws AppError INVALID_REQUEST with the line that is wrong */
export function readTranscript(bytes: Buffer, format: TranscriptFormat): Transcribed {
  const source = decode(bytes);
  if (source.trim() === '') throw invalid('transcript: is empty');
  if (format === 'txt') return { language: null, cues: null, text: readPlain(source) };
  const { language, cues } = READ[format](source);
  if (cues.length === 0) throw invalid('transcript: has no text; add at least one cue');
  if (cues.length > CUES_MAX) {
    throw invalid(`transcript: must have at most ${CUES_MAX} cues; join short ones`);
  }
  return { language, cues: cues.sort((a, b) => a.starts_at - b.starts_at), text: null };
}

const READ: Readonly<Record<'vtt' | 'srt' | 'json', (source: string) => ReadCues>> = {
  vtt: readVtt,
  srt: (source) => ({ language: null, cues: readSrt(source) }),
  json: (source) => ({ language: null, cues: readJsonTranscript(source) }),
};

function readPlain(source: string): string {
  const lines = source.split(/\r\n|\r|\n/).map(cleanWhole);
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') throw invalid('transcript: is empty');
  return text;
}

/** UTF-8, or UTF-16 with its mark. @throws AppError INVALID_REQUEST with the line that is something else */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (isWide) throw invalid('transcript: is not valid UTF-16; save it as UTF-8');
    throw refuse(`line ${wrongLine(bytes)}`, 'is not UTF-8; save the file as UTF-8');
  }
}

/** The first line that differs once it was decoded without complaint. */
function wrongLine(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  return bytes.subarray(0, Math.max(at, 0)).toString('latin1').split('\n').length;
}
