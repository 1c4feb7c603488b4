import type { TranscriptCue } from '../database/feed-columns.ts';
import { cleanCueText, cleanSpeaker, decodeEntities, refuse } from './cue-text.ts';
import { type Block, type Line, readBlocks } from './lines.ts';
import { type BlockRules, readBlock } from './read-block.ts';
import { hasArrow, type Timing } from './timing.ts';

const RULES: BlockRules = {
  example: '00:01:02.000 --> 00:01:05.500',
  isName: (line) => !hasArrow(line),
};

export interface ReadCues {
  /** As the file names it. */
  language: string | null;
  cues: TranscriptCue[];
}

/** Reads WebVTT. @throws AppError INVALID_REQUEST with the line that is wrong */
export function readVtt(text: string): ReadCues {
  const [header, ...blocks] = readBlocks(text);
  const [first, ...rest] = header ?? [];
  if (first?.number !== 1 || !/^WEBVTT([ \t]|$)/.test(first.text)) {
    throw refuse('line 1', 'must be WEBVTT');
  }
  const [timed, ...words] = rest.slice(rest.findIndex(hasArrow));
  // A cue without an empty line before it.
  const early: Block[] = timed && hasArrow(timed) ? [[timed, ...words]] : [];
  const cues = [...early, ...blocks].filter((block) => !isAside(block)).flatMap(readCue);
  return { language: languageIn(rest), cues };
}

const isAside = ([first]: Block) => /^(NOTE|STYLE|REGION)(\s|$)/.test(first.text);

function languageIn(header: readonly Line[]): string | null {
  for (const { text } of header) {
    const [, language] = /^language:\s*(\S{1,35})\s*$/i.exec(text) ?? [];
    if (language) return language;
  }
  return null;
}

/** A cue with an optional name in the line before its time. Each voice in it becomes a cue. */
function readCue(block: Block): TranscriptCue[] {
  const { timing, text } = readBlock(block, RULES);
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
