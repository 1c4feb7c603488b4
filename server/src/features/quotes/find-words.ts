import type { TranscriptCue } from 'earshot/contract';

/** Words of a transcript, with some words around them, which tell equal passages apart. */
export interface MarkedWords {
  text: string;
  before: string;
  after: string;
}

/** A passage of a transcript that resembles the marked words. */
export interface FoundWords {
  /** The words as the transcript has them now. */
  text: string;
  /** Seconds of the content. A passage inside a cue has times in proportion to its letters. */
  starts_at: number;
  ends_at: number;
  /** The time of the whole cues that contain them. */
  cues: { starts_at: number; ends_at: number };
  /** 1: the same letters. 0: none of them. */
  likeness: number;
  /** The same for the words around it. */
  around: number;
}

const SEED_LETTERS = 6;
const SEED_LETTERS_MIN = 3;
const CANDIDATES_MAX = 12;
/** Two seeds of one passage may be this much further apart than in the marked words. */
const DRIFT_LETTERS = 24;
const AROUND_LETTERS = 80;

/** The letters and digits of a transcript in lower case, with the place of each. */
interface Letters {
  letters: string;
  /** The cue of each letter, and its place in the text of the cue. */
  cues: Int32Array;
  places: Int32Array;
}

const SOUNDED = /[\p{L}\p{N}]/u;

/** Spaces, punctuation, accents and capitals change often when a transcript is corrected, and cues are joined and split. */
export function lettersOf(text: string): string {
  return [...fold(text)].filter((character) => SOUNDED.test(character)).join('');
}

const fold = (text: string) => text.normalize('NFKD').toLowerCase();

function readLetters(cues: readonly TranscriptCue[]): Letters {
  let letters = '';
  const [ofCue, places]: [number[], number[]] = [[], []];
  for (const [index, { text }] of cues.entries()) {
    let place = 0;
    for (const character of text) {
      const sounded = lettersOf(character);
      letters += sounded;
      for (let at = 0; at < sounded.length; at++) {
        ofCue.push(index);
        places.push(place);
      }
      place += character.length;
    }
  }
  return { letters, cues: Int32Array.from(ofCue), places: Int32Array.from(places) };
}

/**
 * The passages that resemble the marked words, the likest first. Corrected spelling, other punctuation and other cues
 * change the likeness little.
 */
export function findWords(marked: MarkedWords, cues: readonly TranscriptCue[]): FoundWords[] {
  const wanted = lettersOf(marked.text);
  const text = readLetters(cues);
  if (wanted === '' || text.letters === '') return [];
  const before = lettersOf(marked.before).slice(-AROUND_LETTERS);
  const after = lettersOf(marked.after).slice(0, AROUND_LETTERS);
  const found = guessPlaces(wanted, text.letters)
    .map((guess) => align(wanted, text.letters, guess))
    .filter(({ start, end }) => end > start)
    .map((span) => {
      const likeness = Math.max(0, 1 - span.changes / wanted.length);
      const beforeIt = likenessBefore(before, text.letters.slice(0, span.start));
      const afterIt = likenessAfter(after, text.letters.slice(span.end));
      return { span, likeness, around: (beforeIt + afterIt) / 2 };
    })
    .sort((a, b) => b.likeness + b.around / 2 - a.likeness - a.around / 2);
  return found
    .filter(({ span }, at) => !found.slice(0, at).some((better) => overlap(span, better.span)))
    .map(({ span, ...likeness }) => ({ ...passage(text, cues, span), ...likeness }));
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

/** Where the words may begin: by short parts of them that the text contains, the most frequent answers first. */
function guessPlaces(wanted: string, letters: string): number[] {
  const length = Math.max(SEED_LETTERS_MIN, Math.min(SEED_LETTERS, Math.floor(wanted.length / 4)));
  const votes = new Map<number, number>();
  for (let at = 0; at + length <= wanted.length; at += length) {
    const seed = wanted.slice(at, at + length);
    for (let place = letters.indexOf(seed); place >= 0; place = letters.indexOf(seed, place + 1)) {
      const bucket = Math.round((place - at) / DRIFT_LETTERS);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CANDIDATES_MAX)
    .map(([bucket]) => bucket * DRIFT_LETTERS);
}

interface Span {
  start: number;
  end: number;
  /** Letters to add, remove or replace. */
  changes: number;
}

/** The part of the text near `guess` that becomes the wanted letters with the fewest changes (Sellers 1980). */
function align(wanted: string, letters: string, guess: number): Span {
  const room = DRIFT_LETTERS + Math.ceil(wanted.length / 4);
  const from = Math.max(0, guess - room);
  const part = letters.slice(from, guess + wanted.length + room);
  const { start, end, changes } = alignWithin(wanted, part, guess - from + wanted.length);
  return { start: from + start, end: from + end, changes };
}

/** Of equal spans, that which ends nearest to `expected`. */
function alignWithin(wanted: string, part: string, expected = 0): Span {
  let costs = Int32Array.from({ length: part.length + 1 }, () => 0);
  let starts = Int32Array.from({ length: part.length + 1 }, (_, at) => at);
  for (let row = 1; row <= wanted.length; row++) {
    const nextCosts = new Int32Array(part.length + 1);
    const nextStarts = new Int32Array(part.length + 1);
    nextCosts[0] = row;
    for (let at = 1; at <= part.length; at++) {
      const isSame = wanted.charCodeAt(row - 1) === part.charCodeAt(at - 1);
      const replaced = (costs[at - 1] as number) + (isSame ? 0 : 1);
      const removed = (costs[at] as number) + 1;
      const added = (nextCosts[at - 1] as number) + 1;
      const least = Math.min(replaced, removed, added);
      nextCosts[at] = least;
      nextStarts[at] =
        least === replaced
          ? (starts[at - 1] as number)
          : least === removed
            ? (starts[at] as number)
            : (nextStarts[at - 1] as number);
    }
    [costs, starts] = [nextCosts, nextStarts];
  }
  let end = 0;
  const distance = (at: number) => Math.abs(at - expected);
  for (let at = 1; at <= part.length; at++) {
    const less = (costs[end] as number) - (costs[at] as number);
    if (less > 0 || (less === 0 && distance(at) < distance(end))) end = at;
  }
  return { start: starts[end] as number, end, changes: costs[end] as number };
}

/** 1 if the words end the text, 0 if the text does not have them. Nothing is like nothing: the start of an episode. */
function likenessBefore(wanted: string, text: string): number {
  return likenessAt(wanted, text.slice(-wanted.length - DRIFT_LETTERS), text === '');
}

function likenessAfter(wanted: string, text: string): number {
  return likenessAt(wanted, text.slice(0, wanted.length + DRIFT_LETTERS), text === '');
}

function likenessAt(wanted: string, text: string, isEdge: boolean): number {
  if (wanted === '') return isEdge ? 1 : 0.5;
  return Math.max(0, 1 - alignWithin(wanted, text).changes / wanted.length);
}

/** A span of letters as words, with its times. */
function passage({ cues: ofCue, places }: Letters, cues: readonly TranscriptCue[], span: Span) {
  const [first, last] = [ofCue[span.start] as number, ofCue[span.end - 1] as number];
  const [start, end] = [places[span.start] as number, places[span.end - 1] as number];
  const whole = cues.slice(first, last + 1);
  const texts = whole.map(({ text }) => text);
  const tail = texts.pop() ?? '';
  const stop = endOfWord(tail, end);
  const words = [...texts, tail.slice(0, stop)].join(' ');
  const begin = startOfWord(cues[first]?.text ?? '', start);
  return {
    text: words.slice(begin).replace(/\s+/g, ' ').trim(),
    starts_at: timeIn(cues[first], begin),
    ends_at: Math.max(timeIn(cues[last], stop), ...whole.slice(0, -1).map((cue) => cue.ends_at)),
    cues: {
      starts_at: cues[first]?.starts_at ?? 0,
      ends_at: Math.max(...whole.map((cue) => cue.ends_at)),
    },
  };
}

function startOfWord(text: string, at: number): number {
  const space = text.slice(0, at).search(/\s\S*$/);
  const begin = space + 1;
  return /[\p{L}\p{N}]/u.test(text.slice(0, begin)) ? begin : 0;
}

function endOfWord(text: string, at: number): number {
  const space = text.slice(at).search(/\s/);
  const stop = space < 0 ? text.length : at + space;
  return /[\p{L}\p{N}]/u.test(text.slice(stop)) ? stop : text.length;
}

function timeIn(cue: TranscriptCue | undefined, place: number): number {
  if (!cue) return 0;
  const { starts_at, ends_at, text } = cue;
  return starts_at + ((ends_at - starts_at) * place) / Math.max(1, text.length);
}
