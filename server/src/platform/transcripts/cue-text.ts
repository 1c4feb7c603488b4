import { invalid } from '../http/read-json.ts';
import { cleanLine } from '../text/clean-text.ts';

const CUE_CHARACTERS_MAX = 10_000;

/** What is wrong with a transcript, and where. */
export const refuse = (place: string, words: string) => invalid(`transcript: ${place}: ${words}`);

/** Lines of plain text, without empty ones and without characters that no text may have. */
export function cleanCueText(text: string): string {
  const lines = text.split('\n').map(cleanWhole);
  return lines.filter((line) => line !== '').join('\n');
}

/** One line of plain text, whatever its length. */
export function cleanWhole(text: string): string {
  return cleanLine(text.replace(/\p{Surrogate}/gu, '\ufffd'), Number.POSITIVE_INFINITY);
}

/** The name of a speaker. Null if it is empty. */
export const cleanSpeaker = (name: string): string | null => cleanWhole(name).slice(0, 200) || null;

/** @throws AppError INVALID_REQUEST */
export function requireShort(text: string, place: string): void {
  if (text.length <= CUE_CHARACTERS_MAX) return;
  throw refuse(
    place,
    `its text is too long; divide it into cues of at most ${CUE_CHARACTERS_MAX} characters`,
  );
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

export function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
