import type { TranscriptCue } from '../database/feed-columns.ts';
import { cleanCueText, cleanSpeaker, decodeEntities, refuse, requireShort } from './cue-text.ts';
import { type Line, readBlocks } from './lines.ts';
import { hasArrow, readTiming, type Timing } from './timing.ts';

const EXAMPLE = '00:01:02.000 --> 00:01:05.500';

export interface ReadCues {
  /** As the file names it. */
  language: string | null;
  cues: TranscriptCue[];
}

/** Reads WebVTT. @throws AppError INVALID_REQUEST with the line that is wrong */
export function readVtt(text: string): ReadCues {
  const [header = [], ...blocks] = readBlocks(text);
  const [first, ...rest] = header;
  if (first?.number !== 1 || !/^WEBVTT([ \t]|$)/.test(first.text)) {
    throw refuse('line 1', 'must be WEBVTT');
  }
  const cueAt = rest.findIndex(hasArrow);
  const early = cueAt === -1 ? [] : [rest.slice(cueAt)]; // a cue without an empty line before it
  const cues = [...early, ...blocks].filter((block) => !isAside(block)).flatMap(readCue);
  return { language: languageIn(rest), cues };
}

const isAside = ([first]: Line[]) => /^(NOTE|STYLE|REGION)(\s|$)/.test(first?.text ?? '');

function languageIn(header: readonly Line[]): string | null {
  for (const { text } of header) {
    const [, language] = /^language:\s*(\S{1,35})\s*$/i.exec(text) ?? [];
    if (language) return language;
  }
  return null;
}

/** A cue with an optional name in the line before its time. Each voice in it becomes a cue. */
function readCue(block: Line[]): TranscriptCue[] {
  const [first, second] = block;
  if (!first) return [];
  const at = !hasArrow(first) && second ? 1 : 0;
  const timing = readTiming(block[at] ?? first, EXAMPLE);
  const lines = block.slice(at + 1);
  const next = lines.find(hasArrow);
  if (next) {
    throw refuse(`line ${next.number}`, 'has another time; put an empty line before each cue');
  }
  const text = lines.map((line) => line.text).join('\n');
  requireShort(text, `line ${first.number}`);
  return readVoices(text, timing);
}

function readVoices(text: string, timing: Timing): TranscriptCue[] {
  const parts: { speaker: string | null; text: string }[] = [{ speaker: null, text: '' }];
  for (const [token] of text.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const last = parts.at(-1);
    const speaker = token.startsWith('<') ? speakerOf(token) : undefined;
    if (speaker !== undefined) parts.push({ speaker, text: '' });
    else if (last && !/^<[^<>]*>$/.test(token)) last.text += token;
  }
  return parts
    .map((part) => ({ ...timing, ...part, text: cleanCueText(decodeEntities(part.text)) }))
    .filter((cue) => cue.text !== '');
}

/** The name in `<v Name>`, null for its end, undefined for anything else. */
function speakerOf(tag: string): string | null | undefined {
  if (tag === '</v>') return null;
  const [, name] = /^<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/.exec(tag) ?? [];
  if (name === undefined) return undefined;
  return cleanSpeaker(decodeEntities(name));
}
