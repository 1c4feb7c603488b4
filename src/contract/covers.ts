import { fillPattern } from './fill-pattern.ts';

/**
 * Covers that are drawn for shows without one, under `SITE_URL`. The address says everything that is drawn. The size is a
 * preset of pictures, so that `imageUrl` and `jpegUrl` work; the extension is `svg`, `png` or `jpg`.
 */
export const COVER_ROUTES = {
  generated_cover: '/covers/{seed}/{letters}/{size}.{extension}',
} as const;

/** Stands for no letters in an address. */
export const NO_LETTERS = '-';

/** A show, as far as its generated cover depends on it. */
export interface CoverSubject {
  show_id: number;
  title: string;
}

/** The path of the cover that is drawn for a show without one, and for its episodes. */
export function generatedCoverPath({ show_id, title }: CoverSubject): string {
  const letters = coverLetters(title) || NO_LETTERS;
  const params = { seed: coverSeed(`${show_id} ${title}`), letters, size: 320, extension: 'svg' };
  return fillPattern(COVER_ROUTES.generated_cover, params) ?? '';
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
const NOTHING_TO_SEE = /^[\s.]+/; // `.` in an address would lead to another path
const HAS_CASE = /^\p{Lu}|^\p{Ll}/u;

/** Two initials in scripts that have capitals, else the first character as people see it. */
export function coverLetters(title: string): string {
  const [first = '', second = ''] = title.normalize('NFC').match(WORD) ?? [];
  const isInitial = HAS_CASE.test(first);
  if (isInitial && HAS_CASE.test(second)) return capital(first) + capital(second);
  return isInitial ? capital(first) : firstCharacter(first || title.replace(NOTHING_TO_SEE, ''));
}

const CHARACTER_MAX = 16; // code units; some emoji have 11, and nobody reads a letter with 20 marks

// Some letters have capitals of two or three: `ß` is `SS`.
const capital = (word: string) => firstCharacter(firstCharacter(word).toUpperCase());

function firstCharacter(text: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const first = segments[Symbol.iterator]().next().value?.segment ?? '';
  return first.length <= CHARACTER_MAX ? first : '';
}
