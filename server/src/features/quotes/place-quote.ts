import type { TranscriptCue } from 'earshot/contract';
import { findSound, type MarkedSound } from '../../platform/audio/fingerprint/find-sound.ts';
import { type Fingerprint, PRINTS_PER_S } from '../../platform/audio/fingerprint/fingerprint.ts';
import { type FoundWords, findWords, type MarkedWords } from './find-words.ts';

/** Seconds of the content. */
export interface Place {
  starts_at: number;
  ends_at: number;
}

/** A quote as it was marked. */
export interface Marked {
  words: MarkedWords;
  /** Null if the audio was not stored here. */
  sound: MarkedSound | null;
}

/** The episode as it is now. */
export interface Recut {
  /** The place, if the audio is that in which the words were marked. */
  known: Place | null;
  /** Null if the audio is not stored here, or cannot be decoded. */
  fingerprint: Fingerprint | null;
  /** Null without a transcript. One without times is one cue. */
  cues: readonly TranscriptCue[] | null;
  /** Whether the times of the transcript are those of the present audio: it is not older. */
  areTimesTrue: boolean;
  /** The words at the latest place. Null if the quote was lost. */
  lastText: string | null;
}

export interface Placed extends Place {
  /** The words as the transcript has them now. */
  text: string;
}

/** A transcript that is corrected, or made again by another program, keeps more than half of the letters. */
const LIKE_MIN = 0.5;
/** Without the sound, the words alone must be sure. */
const LIKE_ALONE_MIN = 0.8;
const AROUND_MIN = 0.4;
/** Cues of another program begin and end up to this much earlier or later. */
const NEAR_S = 2;
const AHEAD_MIN = 0.15;
const SHORT_LETTERS = 20;
const SECOND_DIGITS = 100;

/**
 * The place of the marked words in an episode whose audio or transcript has changed. The sound decides where; the
 * transcript has to contain the words as well, so that a corrected transcript corrects its quotes. Null if the words are not
 * there, or if it is not certain that they are.
 */
export function placeQuote({ words, sound }: Marked, recut: Recut): Placed | null {
  const { known, fingerprint, cues, areTimesTrue, lastText } = recut;
  const passages = cues ? findWords(words, cues) : [];
  const isHeard = known !== null || (sound !== null && fingerprint !== null);
  if (!isHeard) return areTimesTrue ? placeByWords(words, passages) : null;
  const place = known ?? findPlace(sound, fingerprint);
  if (!place) return null;
  // The marked words may have been corrected or taken out before the transcript was removed.
  if (!cues) return lastText === null ? null : { ...place, text: lastText };
  const passage = passageAt(place, passages, areTimesTrue);
  return passage && { ...place, text: passage.text };
}

function findPlace(sound: MarkedSound | null, fingerprint: Fingerprint | null): Place | null {
  const found = sound && fingerprint && findSound(sound, fingerprint);
  if (!found) return null;
  return {
    starts_at: Math.max(0, toSeconds(found.from)),
    ends_at: Math.min(toSeconds(fingerprint.prints.length), toSeconds(found.to)),
  };
}

const toSeconds = (prints: number) =>
  Math.round((prints / PRINTS_PER_S) * SECOND_DIGITS) / SECOND_DIGITS;

/**
 * The words at the place of the sound. If the transcript has other times, those elsewhere, but only with the same words around
 * them: another sentence may resemble them, or be the same.
 */
function passageAt(
  place: Place,
  passages: readonly FoundWords[],
  areTimesTrue: boolean,
): FoundWords | null {
  const alike = passages.filter(({ likeness }) => likeness >= LIKE_MIN);
  const there = alike.filter(({ cues }) => areTimesTrue && isNear(cues, place));
  const elsewhere = alike.filter(
    ({ likeness, around }) => around >= AROUND_MIN && (likeness >= LIKE_ALONE_MIN || !areTimesTrue),
  );
  const found = there.length > 0 ? there : elsewhere;
  const best = Math.max(...found.map(({ likeness }) => likeness));
  const [passage = null] = found
    .filter(({ likeness }) => likeness >= best - AHEAD_MIN)
    .sort((a, b) => distance(a, place) - distance(b, place));
  return passage;
}

const isNear = (cues: Place, place: Place) =>
  cues.starts_at < place.ends_at + NEAR_S && cues.ends_at > place.starts_at - NEAR_S;
const distance = (a: Place, b: Place) => Math.abs(a.starts_at - b.starts_at);

/** A passage that is far likelier than the next one. Few words need the same words around them. */
function placeByWords(words: MarkedWords, passages: readonly FoundWords[]): Placed | null {
  const [best, next] = passages;
  if (!best || best.likeness < LIKE_ALONE_MIN) return null;
  const isShort = words.text.length < SHORT_LETTERS;
  if (isShort && best.around < AROUND_MIN) return null;
  const isAhead =
    !next ||
    next.likeness < best.likeness - AHEAD_MIN ||
    (best.around >= AROUND_MIN && next.around < best.around - AHEAD_MIN);
  if (!isAhead) return null;
  const { starts_at, ends_at, text } = best;
  return { starts_at, ends_at, text };
}
