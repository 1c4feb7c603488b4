import type { Highlight } from 'earshot/contract';
import { matchText, type Range } from './match.ts';
import type { Query } from './query.ts';

const BEFORE_MATCH = 60; // UTF-16 code units of an excerpt before the first match
const EXCERPT_MAX = 200;
const LONGEST_WORD = 64;
const LOOK_FIRST = 800; // most texts have their first match here, and splitting the rest into words takes long

/** A title or name, and the places that match. */
export function highlight(query: Query, text: string): Highlight {
  return { text, ranges: matchText(query, text).ranges };
}

/** The part of a longer text around its first match. Null if it does not match. */
export function excerpt(query: Query, text: string): Highlight | null {
  const ranges = rangesOfBeginning(query, text) ?? matchText(query, text).ranges;
  const [first] = ranges;
  if (!first) return null;
  const start = startOfWord(text, first[0]);
  const end = endOfWord(text, start, first[1]);
  const prefix = start > 0 ? '…' : '';
  const offset = prefix.length - start;
  return {
    text: prefix + text.slice(start, end) + (end < text.length ? '…' : ''),
    ranges: ranges
      .filter((range) => range[1] <= end)
      .map(([from, to]): Range => [from + offset, to + offset]),
  };
}

/** The matches at the beginning of a text. Null if an excerpt needs more of it. */
function rangesOfBeginning(query: Query, text: string): Range[] | null {
  if (text.length <= LOOK_FIRST) return null;
  const { ranges } = matchText(query, text.slice(0, LOOK_FIRST));
  const [first] = ranges;
  return first && first[0] < LOOK_FIRST - EXCERPT_MAX - LONGEST_WORD ? ranges : null;
}

/** The beginning of a word some letters before a place. A text without spaces is cut between two characters. */
function startOfWord(text: string, at: number): number {
  if (at <= BEFORE_MATCH) return 0;
  const space = text.indexOf(' ', at - BEFORE_MATCH);
  return space === -1 || space >= at ? startOfCharacter(text, at - BEFORE_MATCH) : space + 1;
}

/** The end of a word within the length of an excerpt, but after the first match. A text without spaces is cut between two characters. */
function endOfWord(text: string, start: number, matchEnd: number): number {
  const latest = Math.max(start + EXCERPT_MAX, matchEnd);
  if (latest >= text.length) return text.length;
  const space = text.lastIndexOf(' ', latest);
  return space >= matchEnd && space > latest - LONGEST_WORD
    ? space
    : startOfCharacter(text, latest);
}

/** The place, or the one before it if it is within a surrogate pair or before the accent of a letter. */
function startOfCharacter(text: string, at: number): number {
  let start = at;
  while (start > 0 && /^[\udc00-\udfff\p{M}]/u.test(text.slice(start, start + 2))) start -= 1;
  return start;
}
