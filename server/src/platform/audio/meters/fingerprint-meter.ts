import { isEmpty, type Pcm } from '../decode/pcm.ts';
import { type Fingerprint, PRINTS_PER_S } from '../fingerprint/fingerprint.ts';

// Hz. Sounds below 2 kHz distinguish speech, and every codec and bitrate keeps them.
const RATE = 5_500;
const LOWEST_HZ = 300;
const HIGHEST_HZ = 2_000;
const BANDS = 33; // one more than the bits of a print
const FRAME = 2_048; // 0.37 s, as in the paper
const HOP = RATE / PRINTS_PER_S;
const MAX_PRINTS = 10_000_000; // 11 days; longer claims are damage
const QUIET_DB = -100;

/**
 * Makes the fingerprint of a recording.
 * Source: Haitsma and Kalker, "A Highly Robust Audio Fingerprinting System", ISMIR 2002. Their frames are 11.6 ms
 * apart; ours are 100 ms apart, because a place is looked for with seconds of sound, not with milliseconds.
 */
export function createFingerprintMeter() {
  const mono = createMono();
  const frames = createFrames();
  return {
    add(pcm: Pcm): void {
      if (!isEmpty(pcm)) mono.add(pcm, frames.push);
    },
    finish(): Fingerprint {
      return frames.finish();
    },
  };
}

/** All channels as one, at the rate of the fingerprint. Each sample is the mean of its span of the recording. */
function createMono() {
  let [sum, weight] = [0, 0];
  return {
    add({ channels, rate }: Pcm, push: (sample: number) => void): void {
      const [left, right] = channels;
      if (!left) return;
      const span = rate / RATE;
      const share = right ? 0.5 : 1;
      for (let at = 0; at < left.length; at++) {
        const sample = ((left[at] as number) + (right ? (right[at] as number) : 0)) * share;
        let rest = 1;
        while (weight + rest >= span) {
          const part = span - weight;
          push((sum + sample * part) / span);
          rest -= part;
          [sum, weight] = [0, 0];
        }
        sum += sample * rest;
        weight += rest;
      }
    },
  };
}

/** Cuts the sound into frames, and compares each with the one before it. */
function createFrames() {
  const prints: number[] = [];
  const levels: number[] = [];
  const spectrum = createSpectrum();
  const latest = new Float64Array(FRAME); // a ring: the oldest sample is at `at`
  let at = 0;
  let before: Float64Array | null = null;
  let untilFrame = FRAME / 2; // the first frame has its middle at the start of the recording
  let [untilLevel, energy] = [HOP, 0];

  function push(sample: number): void {
    if (levels.length >= MAX_PRINTS) return;
    latest[at] = sample;
    at = at + 1 === FRAME ? 0 : at + 1;
    energy += sample * sample;
    untilLevel -= 1;
    if (untilLevel === 0) {
      levels.push(toLevel(energy / HOP));
      [untilLevel, energy] = [HOP, 0];
    }
    untilFrame -= 1;
    if (untilFrame > 0) return;
    untilFrame = HOP;
    const bands = spectrum(latest, at);
    if (before) prints.push(compare(bands, before));
    before = bands;
  }

  return {
    push,
    finish(): Fingerprint {
      const length = levels.length;
      for (let rest = FRAME; rest > 0 && prints.length < length; rest--) push(0);
      return {
        prints: Uint32Array.from(prints.slice(0, length)),
        levels: Uint8Array.from(levels.slice(0, length)),
      };
    },
  };
}

const EDGES = Array.from({ length: BANDS + 1 }, (_, band) =>
  Math.round((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / BANDS) * FRAME) / RATE),
);

/** The energy of each band of a frame. */
function createSpectrum() {
  const transform = createFft(FRAME);
  const re = new Float64Array(FRAME);
  const im = new Float64Array(FRAME);
  const hann = Float64Array.from(
    { length: FRAME },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME),
  );
  return (frame: Float64Array, first: number): Float64Array => {
    for (let at = 0; at < FRAME; at++)
      re[at] = (frame[(first + at) % FRAME] as number) * (hann[at] as number);
    im.fill(0);
    transform(re, im);
    const bands = new Float64Array(BANDS);
    for (let band = 0; band < BANDS; band++) {
      const end = Math.max((EDGES[band] as number) + 1, EDGES[band + 1] as number);
      for (let bin = EDGES[band] as number; bin < end; bin++)
        bands[band] = (bands[band] as number) + (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
    }
    return bands;
  };
}

/** A bit is set if the step from one band to the next has grown since the frame before. */
function compare(bands: Float64Array, before: Float64Array): number {
  let print = 0;
  for (let band = 0; band < BANDS - 1; band++) {
    const step = (bands[band] as number) - (bands[band + 1] as number);
    const stepBefore = (before[band] as number) - (before[band + 1] as number);
    print = (print << 1) | (step > stepBefore ? 1 : 0);
  }
  return print >>> 0;
}

const toLevel = (power: number) =>
  Math.max(0, Math.min(255, Math.round(10 * Math.log10(power + 1e-12) - QUIET_DB)));

/**
 * A Fourier transform of complex numbers, in place. `size` is a power of two.
 * Source: Cooley and Tukey (1965), radix 2.
 */
function createFft(size: number) {
  const cosines = Float64Array.from({ length: size / 2 }, (_, at) => turn(Math.cos, at / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, at) => turn(Math.sin, at / size));
  const bits = Math.log2(size);
  const mirrored = Uint32Array.from({ length: size }, (_, at) => mirror(at, bits));

  return function transform(re: Float64Array, im: Float64Array): void {
    for (let at = 0; at < size; at++) {
      const other = mirrored[at] as number;
      if (other <= at) continue;
      swap(re, at, other);
      swap(im, at, other);
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let at = 0; at < half; at++) {
          const cos = cosines[at * step] as number;
          const sin = sines[at * step] as number;
          const [low, high] = [start + at, start + at + half];
          const highRe = re[high] as number;
          const highIm = im[high] as number;
          const turnedRe = highRe * cos + highIm * sin;
          const turnedIm = highIm * cos - highRe * sin;
          re[high] = (re[low] as number) - turnedRe;
          im[high] = (im[low] as number) - turnedIm;
          re[low] = (re[low] as number) + turnedRe;
          im[low] = (im[low] as number) + turnedIm;
        }
      }
    }
  };
}

const turn = (wave: (angle: number) => number, part: number) => wave(2 * Math.PI * part);

function mirror(value: number, bits: number): number {
  let mirrored = 0;
  for (let bit = 0; bit < bits; bit++) mirrored |= ((value >> bit) & 1) << (bits - 1 - bit);
  return mirrored;
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}
