import type { TranscriptCue } from '../database/feed-columns.ts';
import { cleanCueText, decodeEntities, refuse, requireShort } from './cue-text.ts';
import { type Line, readBlocks } from './lines.ts';
import { hasArrow, readTiming } from './timing.ts';

const EXAMPLE = '00:01:02,000 --> 00:01:05,500';

/** Reads SubRip. @throws AppError INVALID_REQUEST with the line that is wrong */
export function readSrt(text: string): TranscriptCue[] {
  return readBlocks(text).flatMap(readCue);
}

function readCue(block: Line[]): TranscriptCue[] {
  const [first, second] = block;
  if (!first) return [];
  const at = /^\s*\d+\s*$/.test(first.text) && second ? 1 : 0;
  const timing = readTiming(block[at] ?? first, EXAMPLE);
  const lines = block.slice(at + 1);
  const next = lines.find(hasArrow);
  if (next) {
    throw refuse(`line ${next.number}`, 'has another time; put an empty line before each cue');
  }
  const text = lines.map((line) => line.text).join('\n');
  requireShort(text, `line ${first.number}`);
  const plain = cleanCueText(withoutStyle(text));
  return plain === '' ? [] : [{ ...timing, speaker: null, text: plain }];
}

/** Some programs put tags of HTML and positions such as `{\an8}` into the text. */
function withoutStyle(text: string): string {
  const plain = text
    .replace(/<\/?(?:b|i|u|s|font|span|br)(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '');
  return decodeEntities(plain);
}
