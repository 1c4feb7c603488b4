import {
  type Alignment,
  alignSound,
  differing,
  FALL_MAX,
  type Loud,
  PAUSE_CHANGE_MAX,
  SAME_BELOW_BITS,
} from './align-sound.ts';
import type { Fingerprint } from './fingerprint.ts';

/** A marked sound, with some sound around it, which tells equal passages apart. */
export interface MarkedSound {
  sound: Fingerprint;
  /** The marked part: indexes of prints, `to` excluded. */
  from: number;
  to: number;
}

export interface FoundSound {
  /** Prints from the start of the recording, with a fraction. */
  from: number;
  to: number;
  /** How much of the sound, with that around it, is the same. Higher is more. */
  score: number;
}

/**
 * The least score of a place. Other speech of an hour reaches 70 by chance. Two seconds of the same sound reach twice as
 * much, or as much if the prints of one lie between those of the other. So shorter marks need some sound around them.
 */
const CERTAIN = 96;
/** A place is looked for where this much of the sound is the same without any change. */
const SEED_MIN = CERTAIN / 2;
/** Below the loud parts of the mark, in dB. Recordings of speech have 30 dB and more between words and pauses. */
const SILENCE_BELOW_DB = 25;
const LOUD_SHARE = 0.9;
/** A level this near to that of silence may be either, because codecs change it a little. */
const LEVEL_CHANGE_DB = 3;

/** A run of equal prints. `first` and `last` count the prints that are not silent; `shift` leads to the recording. */
interface Run {
  shift: number;
  first: number;
  last: number;
  score: number;
}

/**
 * The place of a marked sound in a recording. Silence in it may have become shorter or longer; if any other part of it is
 * missing, or something is between its parts, it is not found. Of several places, that with the same sound around wins.
 * Null if the sound is not there, or if there is too little of it to be sure.
 */
export function findSound(marked: MarkedSound, recording: Fingerprint): FoundSound | null {
  const silence = silenceOf(marked);
  const loud = loudPrints(marked, silence);
  if (loud.first < 0 || loud.last < loud.first) return null;
  // All of the silence may be missing.
  const reach = PAUSE_CHANGE_MAX + marked.sound.prints.length - loud.indexes.length;
  const runs = findRuns(loud, recording.prints)
    .filter((run) => run.first <= loud.last && run.last >= loud.first)
    .sort((a, b) => b.score - a.score);
  const alignments: Alignment[] = [];
  let best: FoundSound | null = null;
  for (const run of runs) {
    if (alignments.some((known) => isPartOf(run, known))) continue;
    const silentHere = silence + gainOf(run, { marked, recording, loud });
    const heardFrom = silentHere + LEVEL_CHANGE_DB;
    const alignment = alignSound(
      loud,
      { recording, heardFrom, silentBelow: silentHere - LEVEL_CHANGE_DB },
      { low: run.shift - reach, high: run.shift + reach },
    );
    if (!alignment) continue;
    alignments.push(alignment);
    const { score } = alignment;
    if (score < CERTAIN || (best && score <= best.score)) continue;
    best = { ...edgesOf(alignment, { marked, recording, loud, heardFrom }), score };
  }
  return best;
}

function silenceOf({ sound: { levels }, from, to }: MarkedSound): number {
  const sorted = levels.slice(from, to).sort();
  const loud = sorted[Math.floor((sorted.length - 1) * LOUD_SHARE)] ?? 0;
  return Math.max(1, loud - SILENCE_BELOW_DB);
}

function loudPrints({ sound: { prints, levels }, from, to }: MarkedSound, silence: number): Loud {
  const indexes = [...levels.keys()].filter((index) => (levels[index] as number) > silence);
  return {
    indexes: Int32Array.from(indexes),
    prints: Uint32Array.from(indexes, (index) => prints[index] as number),
    first: indexes.findIndex((index) => index >= from),
    last: indexes.findLastIndex((index) => index < to),
  };
}

/** All runs of equal prints, as in BLAST without gaps: each shift is searched for spans with the highest sums. */
function findRuns({ prints, indexes }: Loud, recording: Uint32Array): Run[] {
  const runs: Run[] = [];
  for (let shift = -(indexes.at(-1) ?? 0); shift < recording.length; shift++) {
    let [sum, top, first, last] = [0, 0, 0, 0];
    const keep = () => {
      if (top >= SEED_MIN) runs.push({ shift, first, last, score: top });
      [sum, top] = [0, 0];
    };
    for (let at = 0; at < prints.length; at++) {
      const index = (indexes[at] as number) + shift;
      if (index < 0 || index >= recording.length) continue;
      sum += SAME_BELOW_BITS - differing(prints[at] as number, recording[index] as number);
      if (sum <= 0 || sum < top - FALL_MAX) keep();
      else if (sum > top) {
        if (top === 0) first = at;
        [top, last] = [sum, at];
      }
    }
    keep();
  }
  return runs;
}

interface Sounds {
  marked: MarkedSound;
  recording: Fingerprint;
  loud: Loud;
}

/** How many dB louder the recording is than the mark. */
function gainOf(run: Run, { marked, recording, loud }: Sounds): number {
  let gain = 0;
  for (let at = run.first; at <= run.last; at++) {
    const index = loud.indexes[at] as number;
    gain += (recording.levels[index + run.shift] ?? 0) - (marked.sound.levels[index] as number);
  }
  return gain / (run.last - run.first + 1);
}

const isPartOf = (run: Run, { start, shifts }: Alignment) =>
  shifts.subarray(Math.max(0, run.first - start), run.last - start + 1).includes(run.shift);

/** Where the marked part begins and ends. Silence at its edges that is missing in the recording is left out. */
function edgesOf(
  alignment: Alignment,
  { marked, recording, loud, heardFrom }: Sounds & { heardFrom: number },
) {
  const isHeard = (place: number) => (recording.levels[place] ?? 255) >= heardFrom;
  const place = (row: number) =>
    (loud.indexes[row] as number) + (alignment.shifts[row - alignment.start] as number);
  const silent = (from: number, step: number, most: number) => {
    let count = Math.min(1, most); // the first one may hold a part of the word
    while (count < most && !isHeard(from + step * (count + 1))) count += 1;
    return count;
  };
  const before = (loud.indexes[loud.first] as number) - marked.from;
  const after = marked.to - 1 - (loud.indexes[loud.last] as number);
  // A print that was merged with its neighbour has its place beside it.
  const isMerged = (row: number) =>
    row >= loud.first && row < loud.last && place(row) === place(row + 1);
  const firstOwn = isMerged(loud.first) ? loud.first + 1 : loud.first;
  const lastOwn = isMerged(loud.last - 1) ? loud.last - 1 : loud.last;
  const first = place(firstOwn) - (firstOwn - loud.first);
  const last = place(lastOwn) + (loud.last - lastOwn);
  return {
    from: first - silent(first, -1, before) + offsetAt(firstOwn, alignment, loud, recording),
    to: last + 1 + silent(last, 1, after) + offsetAt(lastOwn, alignment, loud, recording),
  };
}

/** The rest of a shift that is no whole number of prints, from how well its neighbours fit. */
function offsetAt(
  row: number,
  { start, end, shifts }: Alignment,
  { prints, indexes }: Loud,
  { prints: recording }: Fingerprint,
): number {
  const shift = shifts[row - start] as number;
  const isHere = (other: number) =>
    other >= start && other <= end && shifts[other - start] === shift;
  let [first, last] = [row, row];
  while (isHere(first - 1)) first -= 1;
  while (isHere(last + 1)) last += 1;
  const [left = 0, middle = 0, right = 0] = [shift - 1, shift, shift + 1].map((other) => {
    let sum = 0;
    for (let at = first; at <= last; at++)
      sum += differing(prints[at] as number, recording[(indexes[at] as number) + other] ?? 0);
    return sum;
  });
  const bend = left + right - 2 * middle;
  return bend > 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
}
