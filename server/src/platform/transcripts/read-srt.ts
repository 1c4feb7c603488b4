import type { TranscriptCue } from '../database/feed-columns.ts';
import { cleanCueText, decodeEntities } from './cue-text.ts';
import { type Block, readBlocks } from './lines.ts';
import { type BlockRules, readBlock } from './read-block.ts';

const RULES: BlockRules = {
  example: '00:01:02,000 --> 00:01:05,500',
  isName: ({ text }) => /^\s*\d+\s*$/.test(text),
};

/** Reads SubRip. @throws AppError INVALID_REQUEST with the line that is wrong */
export function readSrt(text: string): TranscriptCue[] {
  return readBlocks(text).flatMap(readCue);
}

function readCue(block: Block): TranscriptCue[] {
  const { timing, text } = readBlock(block, RULES);
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
