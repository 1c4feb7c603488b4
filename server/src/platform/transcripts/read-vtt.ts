import type { TranscriptCue } from '../database/feed-columns.ts';
import { cleanSpeaker, decodeEntities, refuse } from './cue-text.ts';
import { type RawCue, type ReadCues, readCues } from './read-cues.ts';

const EXAMPLE = '00:01:02.000 --> 00:01:05.500';

/** Reads WebVTT. @throws AppError INVALID_REQUEST with the wrong line */
export function readVtt([first = '', ...rest]: readonly string[]): ReadCues {
  if (!/^WEBVTT([ \t]|$)/.test(first)) throw refuse('line 1', 'must be WEBVTT');
  const { cues, problems } = readCues(['', ...rest], { example: EXAMPLE, isVtt: true });
  return { language: languageIn(rest), cues: cues.flatMap(readVoices), problems };
}

function languageIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    if (line.trim() === '') break;
    const [, language] = /^language:\s*(\S{1,35})\s*$/i.exec(line) ?? [];
    if (language) return language;
  }
  return null;
}

/** Each voice in a cue becomes a cue. */
function readVoices({ text, ...timing }: RawCue): TranscriptCue[] {
  const parts: { speaker: string | null; text: string }[] = [{ speaker: null, text: '' }];
  for (const [token] of text.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const last = parts.at(-1);
    const speaker = token.startsWith('<') ? speakerOf(token) : undefined;
    if (speaker !== undefined) parts.push({ speaker, text: '' });
    else if (last && !/^<[^<>]*>$/.test(token)) last.text += token;
  }
  return parts.map((part) => ({ ...timing, ...part, text: decodeEntities(part.text) }));
}

/** The name in `<v Name>`, null for its end, undefined for anything else. */
function speakerOf(tag: string): string | null | undefined {
  if (tag === '</v>') return null;
  const [, name] = /^<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/.exec(tag) ?? [];
  if (name === undefined) return undefined;
  return cleanSpeaker(decodeEntities(name));
}
