import { isEmpty, type Pcm } from '../decode/pcm.ts';

const OVERSAMPLING = 4;
const TAPS = 16; // in each phase
const HOP = 64; // samples that are examined together

/** Phases 1 to 3 of a windowed sinc that inserts three samples between two: ITU-R BS.1770-5, annex 2. */
const PHASES = [1, 2, 3].map((phase) => makePhase(phase / OVERSAMPLING));

/** An interpolated value is at most this many times the largest sample around it. */
const HIGHEST_GAIN = Math.max(
  ...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

function makePhase(shift: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const x = tap - TAPS / 2 + 1 - shift;
    const window = Math.cos((Math.PI * x) / TAPS) ** 2;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

/**
 * The highest peak between the samples, as converters reproduce it. Interpolates only if a new maximum is possible,
 * so that speech costs little more than reading each sample.
 */
export function createTruePeakMeter() {
  let peak = 0;
  let tails: Float32Array[] = [];
  return {
    add(pcm: Pcm): void {
      if (isEmpty(pcm)) return;
      if (tails.length !== pcm.channels.length)
        tails = pcm.channels.map(() => new Float32Array(TAPS - 1));
      for (const [index, samples] of pcm.channels.entries()) {
        const tail = tails[index] ?? new Float32Array(TAPS - 1);
        const joined = new Float32Array(tail.length + samples.length);
        joined.set(tail);
        joined.set(samples, tail.length);
        peak = highestPeak(joined, peak);
        tails[index] = joined.slice(-tail.length);
      }
    },
    /** dBTP. Null for digital silence. */
    finish: (): number | null => (peak > 0 ? 20 * Math.log10(peak) : null),
  };
}

function highestPeak(samples: Float32Array, highest: number): number {
  let peak = highest;
  const last = samples.length - TAPS + 1;
  for (let from = 0; from < last; from += HOP) {
    const to = Math.min(from + HOP, last);
    let top = 0;
    for (let at = from; at < to + TAPS - 1; at++) {
      const value = Math.abs(samples[at] as number);
      if (value > top) top = value;
    }
    if (top > peak) peak = top;
    if (top * HIGHEST_GAIN > peak) peak = interpolate(samples, { from, to, peak });
  }
  return peak;
}

interface Span {
  from: number;
  to: number;
  peak: number;
}

function interpolate(samples: Float32Array, { from, to, peak }: Span): number {
  let highest = peak;
  for (const taps of PHASES) {
    for (let at = from; at < to; at++) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap++)
        sum += (taps[tap] as number) * (samples[at + tap] as number);
      const value = Math.abs(sum);
      if (value > highest) highest = value;
    }
  }
  return highest;
}
