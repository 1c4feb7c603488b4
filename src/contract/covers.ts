import { fillPattern } from './fill-pattern.ts';
import { COVER_PATH } from './single-paths.ts';

/** Stands for no letters in an address. */
export const NO_LETTERS = '-';

/** The fields of a show that its generated cover depends on. */
export interface CoverSubject {
  show_id: number;
  title: string;
}

/** The path of the drawn cover of a show without one, and of its episodes. */
export function generatedCoverPath({ show_id, title }: CoverSubject): string {
  const letters = coverLetters(title) || NO_LETTERS;
  const params = { seed: coverSeed(`${show_id} ${title}`), letters, size: 320, extension: 'svg' };
  return fillPattern(COVER_PATH, params) ?? '';
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same number for the same text everywhere. */
function coverSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}

const WORD = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
const NOTHING_TO_SEE = /^[\s.]+/; // a leading `.` in an address would change the path
const HAS_CASE = /^\p{Lu}|^\p{Ll}/u;

/** Two initials in scripts that have capitals, else the first visible character. */
export function coverLetters(title: string): string {
  const [first = '', second = ''] = title.normalize('NFC').match(WORD) ?? [];
  const isInitial = HAS_CASE.test(first);
  if (isInitial && HAS_CASE.test(second)) return capital(first) + capital(second);
  return isInitial ? capital(first) : firstCharacter(first || title.replace(NOTHING_TO_SEE, ''));
}

const CHARACTER_MAX = 16; // code units; some emoji have 11, and a letter with 20 marks is unreadable

// Some letters have capitals of two or three: `ß` is `SS`.
const capital = (word: string) => firstCharacter(firstCharacter(word).toUpperCase());

function firstCharacter(text: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const first = segments[Symbol.iterator]().next().value?.segment ?? '';
  return first.length <= CHARACTER_MAX ? first : '';
}
