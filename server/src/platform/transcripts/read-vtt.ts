import { splitSpeaker } from 'earshot-site/contract';
import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid } from '../http/refusal.ts';
import { cleanSpeaker, decodeEntities } from './cue-text.ts';
import { type RawCue, type ReadCues, readCues } from './read-cues.ts';
import { readClock } from './timing.ts';

const EXAMPLE = '00:01:02.000 --> 00:01:05.500';
/** A space follows the sign in a sum. Programs that write transcripts forget to escape it, and no tag begins so. */
const TAGS = /<(?!\s)[^<>]*>/g;
const TOKENS = new RegExp(`${TAGS.source}|[^<]+|<`, 'g');

/** Reads WebVTT. @throws AppError INVALID_REQUEST with the wrong line */
export function readVtt([first = '', ...rest]: readonly string[]): ReadCues {
  if (!/^WEBVTT([ \t]|$)/.test(first)) throw invalid('transcript', 'transcript_vtt');
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

/** Each voice in a cue becomes a cue, and each word that has a time of its own. */
function readVoices({ text, starts_at, ends_at }: RawCue): TranscriptCue[] {
  const parts: TranscriptCue[] = [{ speaker: null, text: '', starts_at, ends_at }];
  const hasTimes = !hasNameInText(text);
  let time: number | null = null;
  for (const [token] of text.matchAll(TOKENS)) {
    const last = parts.at(-1) as TranscriptCue;
    if (!token.startsWith('<') || !token.endsWith('>')) {
      if (time !== null && isBetweenWords(last.text, token)) parts.push(beginAt(time, last));
      time = null;
      (parts.at(-1) as TranscriptCue).text += token;
      continue;
    }
    const speaker = speakerOf(token);
    if (speaker !== undefined) parts.push({ ...last, speaker, text: '', ends_at });
    const own = hasTimes ? timeOf(token) : null;
    if (own !== null && own > last.starts_at && own < ends_at) time = own;
  }
  return parts.map((part) => ({ ...part, text: decodeEntities(part.text) }));
}

/** The words from a time on. Those before it end there. */
function beginAt(time: number, before: TranscriptCue): TranscriptCue {
  const part = { ...before, starts_at: time, text: '' };
  before.ends_at = time;
  return part;
}

/** Cues are joined with spaces, so a time within a word, for each syllable, does not divide it. */
const isBetweenWords = (before: string, after: string) =>
  /(?:^|\s)$/.test(before) || /^\s/.test(after);

/** A name in the text would be that of its first word only. */
const hasNameInText = (text: string) =>
  text
    .replace(TAGS, '')
    .split('\n')
    .some((line) => splitSpeaker(line).speaker !== null);

/** The seconds in `<00:00:01.000>`, null for anything else. */
function timeOf(tag: string): number | null {
  return /^<(?:\d+:)?\d+:\d+\.\d+>$/.test(tag) ? readClock(tag.slice(1, -1)) : null;
}

/** The name in `<v Name>`, null for its end, undefined for anything else. */
function speakerOf(tag: string): string | null | undefined {
  if (tag === '</v>') return null;
  const [, name] = /^<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/.exec(tag) ?? [];
  if (name === undefined) return undefined;
  return cleanSpeaker(decodeEntities(name));
}
