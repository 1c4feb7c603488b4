import { foldWord, isPlain } from './fold-word.ts';

/** A word in search form, and the part of the text that it stands for, in UTF-16 code units. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One way to find a term: by all of these words, in any order, or in sequence. */
export interface Way {
  readonly words: readonly Word[];
  readonly isPhrase: boolean;
}

/**
 * One position of a text, and the ways to find it. `stand-up` is found by `stand` and `up`, or by `standup`; `東京` by
 * the word `東京`, or by the phrase of `東` and `京`.
 */
export interface Term {
  readonly ways: readonly Way[];
}

/** A letter of a script without spaces between words. */
export const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Scripts whose words are found by each of their parts: Korean joins several words without a space. */
const IN_PARTS = new RegExp(`${UNSPACED.source}|\\p{sc=Hang}`, 'u');

/** Letters with the characters that join them into one word: apostrophes, hyphens, dots, and Unicode's joiners. */
const RUN =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:['’.‐-]|\u00ad|\u200c|\u200d)[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*|\p{Extended_Pictographic}/gu;
const PART = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gu;
/** Node copies the whole input for each segment, so that a long text would take all memory. */
const STRETCH = /(?:\P{M}\p{M}*){1,60}/gu;
/** Fractions of one character, such as ½. Their decomposed form, 1⁄2, would become the number 12. */
const FRACTIONS = '\u00bc-\u00be\u2150-\u215f\u2189';
const FRACTION = new RegExp(`[${FRACTIONS}]`);
const FRACTION_OR_REST = new RegExp(`[${FRACTIONS}]|[^${FRACTIONS}]+`, 'g');
const CHARACTER = /\P{M}\p{M}*/gu;

const WORD_MAX = 64; // characters: longer words are not typed, and PostgreSQL allows 2 kB
const JOINED_PARTS_MAX = 4; // longer chains are addresses and file names

let segmenter: Intl.Segmenter | null = null; // takes some milliseconds to make

/** The terms of a text, in order. Invalid UTF-16 ends the text. */
export function termsOf(text: string): Term[] {
  return [...text.matchAll(RUN)].flatMap((run) => termsOfRun(run[0], run.index));
}

/** A word and its position: words of one phrase have consecutive positions. */
export interface PlacedWord extends Word {
  readonly place: number;
}

/** All words under which a text can be found, in the order of the text. Positions count from 1. */
export function placeWords(terms: readonly Term[]): PlacedWord[] {
  let next = 1;
  return terms.flatMap(({ ways }) => {
    const first = next;
    next += Math.max(...ways.map(({ words }) => words.length));
    return ways.flatMap(({ words }) =>
      words.map(({ text, start, end }, at) => ({ text, start, end, place: first + at })),
    );
  });
}

function termsOfRun(run: string, offset: number): Term[] {
  if (isPlain(run)) return [term(toWord(run, offset))];
  if (FRACTION.test(run)) return termsOfFractions(run, offset);
  const parts = [...run.matchAll(PART)];
  if (IN_PARTS.test(run)) return parts.flatMap((part) => segmentAll(part[0], offset + part.index));
  const words = parts.flatMap((part) => toWord(part[0], offset + part.index));
  if (words.length < 2 || words.length > JOINED_PARTS_MAX) return words.map((word) => term([word]));
  const joined = words.map(({ text }) => text).join('');
  return [term(words, [{ text: cut(joined), start: offset, end: offset + run.length }])];
}

/** `2½` has three numbers, as `2 1/2` has. */
function termsOfFractions(run: string, offset: number): Term[] {
  return [...run.matchAll(FRACTION_OR_REST)].flatMap(({ 0: piece, index }) => {
    const start = offset + index;
    if (!FRACTION.test(piece)) return termsOfRun(piece, start);
    const numbers = piece.normalize('NFKD').match(/\d+/g) ?? [];
    return numbers.map((text) => term([{ text, start, end: start + piece.length }]));
  });
}

function segmentAll(run: string, offset: number): Term[] {
  const stretches = [...run.matchAll(STRETCH)];
  return stretches.flatMap((stretch) => segment(stretch[0], offset + stretch.index));
}

/** Splits a run of a script without spaces with the dictionaries of ICU. */
function segment(run: string, offset: number): Term[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(run)].flatMap(({ segment: part, index }) => {
    const word = toWord(part, offset + index);
    // ICU may split the same word differently in another text. Its characters still match.
    const characters = [...part.matchAll(CHARACTER)].flatMap((character) =>
      toWord(character[0], offset + index + character.index),
    );
    if (word.length === 0 || characters.length < 2) return word.map((one) => term([one]));
    return [{ ways: [...term(word).ways, { words: characters, isPhrase: true }] }];
  });
}

const term = (...ways: Word[][]): Term => ({
  ways: ways.map((words) => ({ words, isPhrase: false })),
});

/** Null if nothing is left of the word. */
function toWord(part: string, start: number): Word[] {
  const text = cut(foldWord(part));
  return text === '' ? [] : [{ text, start, end: start + part.length }];
}

const cut = (text: string): string =>
  text.length <= WORD_MAX ? text : [...text].slice(0, WORD_MAX).join('');
