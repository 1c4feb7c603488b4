import type { Fingerprint } from './fingerprint.ts';

/** A marked sound as its prints that are not silent. */
export interface Loud {
  prints: Uint32Array;
  /** Their places in the marked sound. */
  indexes: Int32Array;
  /** The first and the last of them in the marked part. */
  first: number;
  last: number;
}

export interface Heard {
  recording: Fingerprint;
  /** The level from which a print of the recording is surely heard. */
  heardFrom: number;
  /** The level below which it is surely silent. */
  silentBelow: number;
}

/** Which print of the recording belongs to each print of the mark. */
export interface Alignment {
  /** The first and the last print that have one. */
  start: number;
  end: number;
  /** From the place in the mark to that in the recording, for each print from `start` to `end`. */
  shifts: Int32Array;
  score: number;
}

// Two prints of the same sound differ in 1 to 8 of their 32 bits, those of other sounds in 16 +- 4.
export const SAME_BELOW_BITS = 12;
/** A sound is not the same if its sum falls this much: after half a second of other sound. */
export const FALL_MAX = 24;
/** A cut at an edge spoils the prints on one side of it only. */
const FALL_AT_EDGE = FALL_MAX / 2;
/** Equal prints make up for less than they score, because the likest of several places is taken beside a fall. */
const DOUBT_BITS = 2;
/** Silence of the mark that may be missing or added at one place: 5 s. */
export const PAUSE_CHANGE_MAX = 50;
/** A change of the shift costs as much as one equal print earns, so that chance rarely pays for it. */
const CHANGE_COST = 12;
/** Prints are longer than a tenth of a second, so sound next to a pause is heard in it. */
const HEARD_IN_PAUSE_MAX = 2;
/** Each of them costs as much as a print of other sound. */
const HEARD_COST = 4;
/** Of two prints that become one, the first is not heard on its own. Many of them would hide a part that is missing. */
const MERGED_COST = 4;
const NEVER = -1e9;

/** The best alignments that end with one print of the mark, for each shift. */
interface Row {
  sums: Float64Array;
  /** How much each sum is below its highest. */
  falls: Float64Array;
}

/** How an alignment arrives at a print: with which sum, and from which column of the row before. */
interface Step {
  sum: number;
  fall: number;
  from: number;
}
const START = -1;

/**
 * Finds the best alignment near a shift (Needleman and Wunsch, 1970). Only silence may be shorter or longer than in the
 * mark. The alignment covers the whole marked part, and the sound around it as far as it is the same. Returns null if the
 * marked part is not there.
 */
export function alignSound(
  loud: Loud,
  { recording, heardFrom, silentBelow }: Heard,
  { low, high }: { low: number; high: number },
): Alignment | null {
  const { prints, levels } = recording;
  const { indexes, first, last } = loud;
  const [rows, width] = [indexes.length, high - low + 1];
  const heard = countHeard(levels, heardFrom);
  const froms = new Int16Array(rows * width);
  let before = emptyRow(width);
  let best = { score: NEVER, row: START, column: START };
  for (let row = 0; row < rows; row++) {
    const next = emptyRow(width);
    const known = countKnown(before.sums);
    if (row > first && known[width] === 0) break;
    const index = indexes[row] as number;
    const pause = row === 0 ? 0 : index - (indexes[row - 1] as number) - 1;
    for (let column = 0; column < width; column++) {
      const place = index + low + column;
      if (place < 0 || place >= prints.length) continue;
      const lowest = Math.max(0, column - PAUSE_CHANGE_MAX);
      // Without a pause, two prints may become one, because they are no whole number of prints apart.
      const highest = Math.min(width - 1, column + Math.max(1, pause));
      // Most places are given up after a few prints.
      if (row > first && known[highest + 1] === known[lowest]) continue;
      let step = bestStep(before, heard, { place, column, pause, lowest, highest });
      if (row <= first && step.sum <= 0)
        step = { sum: 0, fall: row < first ? 0 : FALL_AT_EDGE, from: START };
      if (step.sum === NEVER) continue;
      const isMissing = (levels[place] as number) < silentBelow;
      const bits = differing(loud.prints[row] as number, prints[place] as number);
      const gain = isMissing ? -SAME_BELOW_BITS : SAME_BELOW_BITS - bits;
      const fall = Math.max(0, step.fall - gain + DOUBT_BITS);
      if (fall > FALL_MAX) continue;
      const sum = step.sum + gain;
      next.sums[column] = sum;
      next.falls[column] = fall;
      froms[row * width + column] = step.from;
      if (row >= last && fall <= FALL_AT_EDGE && sum > best.score)
        best = { score: sum, row, column };
    }
    before = next;
  }
  if (best.row === START) return null;

  const shifts: number[] = [];
  let { row, column } = best;
  for (; column !== START; row--) {
    shifts.push(low + column);
    column = froms[row * width + column] as number;
  }
  return {
    start: row + 1,
    end: best.row,
    shifts: Int32Array.from(shifts.reverse()),
    score: best.score,
  };
}

const emptyRow = (width: number): Row => ({
  sums: new Float64Array(width).fill(NEVER),
  falls: new Float64Array(width),
});

/** A place in the recording for a print of the mark. */
interface Target {
  place: number;
  column: number;
  /** Silent prints of the mark before it. */
  pause: number;
  /** Columns of the row before: from the longest pause that is added to the longest that is left out. */
  lowest: number;
  highest: number;
}

/** The best way to a place from the row before. */
function bestStep(
  { sums, falls }: Row,
  heard: Int32Array,
  { place, column, pause, lowest, highest }: Target,
): Step {
  let best: Step = { sum: NEVER, fall: 0, from: START };
  for (let from = highest; from >= lowest; from--) {
    const before = place - 1 - pause + from - column;
    if (before < 0) break;
    const between = Math.abs((heard[place] as number) - (heard[before + 1] as number));
    if (between > HEARD_IN_PAUSE_MAX) break;
    const known = sums[from] as number;
    if (known === NEVER) continue;
    const change = Math.abs(from - column);
    const cost = between * HEARD_COST;
    const sum = known - cost - (change === 0 ? 0 : CHANGE_COST);
    const merged = before === place ? MERGED_COST : 0;
    const fall = (falls[from] as number) + cost + merged + doubtOf(change);
    if (sum > best.sum && fall <= FALL_MAX) best = { sum, fall, from };
  }
  return best;
}

/** The longer a change, the more places there are of which one is like a short word by chance. */
const doubtOf = (change: number) => (change > 1 ? DOUBT_BITS * Math.log2(change) : 0);

/** How many columns before each one have a sum. */
function countKnown(sums: Float64Array): Int32Array {
  const known = new Int32Array(sums.length + 1);
  for (let at = 0; at < sums.length; at++)
    known[at + 1] = (known[at] as number) + (sums[at] === NEVER ? 0 : 1);
  return known;
}

/** How many prints are heard before each one. */
function countHeard(levels: Uint8Array, heardFrom: number): Int32Array {
  const heard = new Int32Array(levels.length + 1);
  for (let at = 0; at < levels.length; at++)
    heard[at + 1] = (heard[at] as number) + ((levels[at] as number) >= heardFrom ? 1 : 0);
  return heard;
}

/** How many bits of two prints differ. Source: Warren, "Hacker's Delight", 5-1. */
export function differing(a: number, b: number): number {
  let bits = a ^ b;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
  return Math.imul(bits, 0x01010101) >>> 24;
}
