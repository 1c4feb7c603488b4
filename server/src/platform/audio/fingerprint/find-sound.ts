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

// Two prints of the same sound differ in 1 to 8 of their 32 bits, those of other sounds in 16 +- 4.
const SAME_BELOW_BITS = 12;
/**
 * The least score of a place. Other speech of an hour reaches 70 by chance. Two seconds of the same sound reach twice as
 * much, or as much if the prints of one lie between those of the other. So shorter marks need some sound around them.
 */
const CERTAIN = 96;
/** A run ends if its score falls this much below its highest: after half a second of other sound. */
const FALL_MAX = 24;
/** A run beside another one is found with less, because only few shifts are possible there. */
const BESIDE_MIN = 24;
/** Silence of the mark that may be missing or added at one place: 5 s. */
const PAUSE_CHANGE_MAX = 50;
/** Below the loud parts of the mark, in dB. Recordings of speech have 30 dB and more between words and pauses. */
const SILENCE_BELOW_DB = 25;
const LOUD_SHARE = 0.9;
/** Frames are longer than prints, so that a cut spoils the prints beside it. */
const SPOILED_BY_CUT = 2;

/** A run of equal prints. `first` and `last` count the prints that are not silent; `shift` leads to the recording. */
interface Run {
  shift: number;
  first: number;
  last: number;
  score: number;
}

/** The prints of the mark that are not silent, with their index. */
interface Loud {
  prints: Uint32Array;
  indexes: Int32Array;
}

/**
 * The place of a marked sound in a recording. Silence in it may have become shorter or longer; if any other part of it is
 * missing, or something is between its parts, it is not found. Of several places, that with the same sound around wins.
 * Null if the sound is not there, or if there is too little of it to be sure.
 */
export function findSound(marked: MarkedSound, recording: Fingerprint): FoundSound | null {
  const silence = silenceOf(marked);
  const loud = loudPrints(marked.sound, silence);
  const runs = findRuns(loud, recording.prints, { least: CERTAIN / 2 });
  const search = { marked, recording, silence, loud, runs };
  let best: FoundSound | null = null;
  for (const chain of chainsOf(search)) {
    const score = chain.reduce((sum, run) => sum + run.score, 0);
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last || score < CERTAIN || (best && score <= best.score)) continue;
    best = {
      from: marked.from + first.shift + offsetOf(first, loud, recording.prints),
      to: marked.to + last.shift + offsetOf(last, loud, recording.prints),
      score,
    };
  }
  return best;
}

function silenceOf({ sound: { levels }, from, to }: MarkedSound): number {
  const sorted = levels.slice(from, to).sort();
  const loud = sorted[Math.floor((sorted.length - 1) * LOUD_SHARE)] ?? 0;
  return Math.max(1, loud - SILENCE_BELOW_DB);
}

function loudPrints({ prints, levels }: Fingerprint, silence: number): Loud {
  const indexes = [...levels.keys()].filter((index) => (levels[index] as number) > silence);
  return {
    indexes: Int32Array.from(indexes),
    prints: Uint32Array.from(indexes, (index) => prints[index] as number),
  };
}

/** All runs of equal prints, as in BLAST without gaps: each shift is searched for spans with the highest sums. */
function findRuns(
  { prints, indexes }: Loud,
  recording: Uint32Array,
  { least, near }: { least: number; near?: number },
): Run[] {
  const runs: Run[] = [];
  const end = indexes.at(-1) ?? 0;
  const low = near === undefined ? -end : near - PAUSE_CHANGE_MAX;
  const high = near === undefined ? recording.length - 1 : near + PAUSE_CHANGE_MAX;
  for (let shift = low; shift <= high; shift++) {
    let [sum, top, first, last] = [0, 0, 0, 0];
    const keep = () => {
      if (top >= least) runs.push({ shift, first, last, score: top });
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

interface Search {
  marked: MarkedSound;
  recording: Fingerprint;
  silence: number;
  loud: Loud;
  runs: readonly Run[];
}

/** The ways to cover the marked part with runs: each begins with one that is sure, and adds those beside it. */
function* chainsOf(search: Search): Generator<Run[]> {
  const { from, to } = search.marked;
  const { indexes } = search.loud;
  const first = indexes.findIndex((index) => index >= from);
  const last = indexes.findLastIndex((index) => index < to);
  if (first < 0 || last < first) return;
  const isStart = (run: Run) => run.first <= first + SPOILED_BY_CUT;
  const isEnd = (run: Run) => run.last >= last - SPOILED_BY_CUT;
  for (const sure of search.runs.filter((run) => run.first <= last && run.last >= first)) {
    const chain = [sure];
    for (let tip = sure; !isStart(tip); ) {
      const next = runBeside(
        tip,
        search,
        (run) => run.first < tip.first && isContinued(run, tip, search),
      );
      if (!next) break;
      chain.unshift(next);
      tip = next;
    }
    for (let tip = sure; !isEnd(tip); ) {
      const next = runBeside(
        tip,
        search,
        (run) => run.last > tip.last && isContinued(tip, run, search),
      );
      if (!next) break;
      chain.push(next);
      tip = next;
    }
    if (isStart(chain[0] as Run) && isEnd(chain.at(-1) as Run)) yield chain;
  }
}

/** The best run that continues another one. */
function runBeside(tip: Run, { loud, recording }: Search, fits: (run: Run) => boolean): Run | null {
  const runs = findRuns(loud, recording.prints, { least: BESIDE_MIN, near: tip.shift });
  return runs
    .filter(fits)
    .reduce<Run | null>((best, run) => (best && best.score >= run.score ? best : run), null);
}

/** Whether nothing but silence is missing or added between two runs. */
function isContinued(before: Run, after: Run, search: Search): boolean {
  const { indexes } = search.loud;
  if (after.first <= before.first || after.first - before.last > 2 * SPOILED_BY_CUT + 1)
    return false;
  const [low, high] =
    before.last < after.first ? [before.last, after.first] : [after.first, before.last];
  const from = Math.max(0, low - SPOILED_BY_CUT);
  const to = Math.min(indexes.length - 1, high + SPOILED_BY_CUT);
  const [start, end] = [indexes[from] as number, indexes[to] as number];
  const change = after.shift - before.shift;
  const heard = countLoud(search, {
    from: start + before.shift,
    to: end + after.shift,
    run: before,
  });
  const marked = to - from + 1;
  const silent = change < 0 ? end - start + 1 - marked : end - start + 1 + change - heard;
  return Math.abs(heard - marked) <= SPOILED_BY_CUT && silent >= Math.abs(change) - 1;
}

/** Prints of the recording that are not silent. Its level may have changed; a run of equal prints shows how much. */
function countLoud(
  { marked, recording, silence, loud }: Search,
  { from, to, run }: { from: number; to: number; run: Run },
): number {
  let gain = 0;
  for (let at = run.first; at <= run.last; at++) {
    const index = loud.indexes[at] as number;
    gain += (recording.levels[index + run.shift] ?? 0) - (marked.sound.levels[index] as number);
  }
  gain /= run.last - run.first + 1;
  let count = 0;
  for (let at = from; at <= to; at++) if ((recording.levels[at] ?? 0) - gain > silence) count++;
  return count;
}

/** The rest of a shift that is no whole number of prints, from how well its neighbours fit. */
function offsetOf({ shift, first, last }: Run, { prints, indexes }: Loud, recording: Uint32Array) {
  const sums = [shift - 1, shift, shift + 1].map((other) => {
    let sum = 0;
    for (let at = first; at <= last; at++)
      sum += differing(prints[at] as number, recording[(indexes[at] as number) + other] ?? 0);
    return sum;
  });
  const [left = 0, middle = 0, right = 0] = sums;
  const bend = left + right - 2 * middle;
  return bend > 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
}

const ONES = Uint8Array.from({ length: 1 << 16 }, (_, value) => {
  let ones = 0;
  for (let rest = value; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
});

function differing(a: number, b: number): number {
  const bits = a ^ b;
  return (ONES[bits & 0xffff] as number) + (ONES[bits >>> 16] as number);
}
