import { decodeEntities } from './cue-text.ts';
import { type ReadCues, readCues } from './read-cues.ts';

const EXAMPLE = '00:01:02,000 --> 00:01:05,500';

/** Reads SubRip. @throws AppError INVALID_REQUEST with the wrong line */
export function readSrt(lines: readonly string[]): ReadCues {
  const { cues, problems } = readCues(lines, { example: EXAMPLE, isVtt: false });
  const plain = cues.map((cue) => ({ ...cue, speaker: null, text: withoutStyle(cue.text) }));
  return { language: null, cues: plain, problems };
}

/** Some programs put HTML tags and positions such as `{\an8}` into the text. */
function withoutStyle(text: string): string {
  const plain = text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?(?:b|i|u|s|font|span|c|v|ruby|rt|lang)(?:[\s.][^<>]*)?\/?>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '');
  return decodeEntities(plain);
}
