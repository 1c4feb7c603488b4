import { isEmpty, type Pcm } from '../decode/pcm.ts';

export interface Loudness {
  /** LUFS of the whole programme. Null for silence, and for less than 0.4 s. */
  integrated: number | null;
  /** Loudness range in LU (EBU Tech 3342). Null for less than 3 s. */
  range: number | null;
}

const STEPS_PER_S = 10; // blocks begin every 100 ms
const BLOCK_STEPS = 4; // ITU-R BS.1770-5: 400 ms, overlapping by 75 %
const SHORT_TERM_STEPS = 30; // EBU Tech 3342: 3 s
const ABSOLUTE_GATE = toEnergy(-70);
const INTEGRATED_GATE_LU = -10;
const RANGE_GATE_LU = -20;

/** Weights by number of channels. Surround channels count 1.41 times, the low-frequency channel does not count. */
const WEIGHTS: readonly (readonly number[])[] = [
  [],
  [1],
  [1, 1],
  [1, 1, 1],
  [1, 1, 1.41, 1.41],
  [1, 1, 1, 1.41, 1.41],
  [1, 1, 1, 0, 1.41, 1.41],
  [1, 1, 1, 0, 1.41, 1.41, 1.41],
  [1, 1, 1, 0, 1.41, 1.41, 1.41, 1.41],
];

/** Integrated loudness and loudness range (ITU-R BS.1770-5, EBU R 128). */
export function createLoudnessMeter() {
  const steps: number[] = []; // the mean square of each 100 ms, over all channels
  let stream: Stream | null = null;
  return {
    add(pcm: Pcm): void {
      if (isEmpty(pcm)) return;
      if (stream?.rate !== pcm.rate || stream.weights.length !== pcm.channels.length)
        stream = openStream(pcm); // joined files can change format; the unfinished step is dropped
      addSteps(stream, pcm, steps);
    },
    finish(): Loudness {
      return { integrated: integrate(steps), range: measureRange(steps) };
    },
  };
}

interface Stream {
  rate: number;
  weights: readonly number[];
  filters: WeightedEnergy[];
  /** Samples in complete steps and the current one. */
  position: number;
  step: number;
  energy: number;
}

function openStream({ channels, rate }: Pcm): Stream {
  const weights = WEIGHTS[channels.length] ?? channels.map(() => 1);
  const filters = channels.map(() => createKWeighting(rate));
  return { rate, weights, filters, position: 0, step: 0, energy: 0 };
}

function addSteps(stream: Stream, { channels }: Pcm, steps: number[]): void {
  const length = channels[0]?.length ?? 0;
  const edge = (step: number) => Math.round((step * stream.rate) / STEPS_PER_S);
  for (let at = 0; at < length; ) {
    const end = edge(stream.step + 1);
    const to = Math.min(length, at + end - stream.position);
    for (const [index, samples] of channels.entries()) {
      const weight = stream.weights[index] ?? 0;
      const filter = weight > 0 ? stream.filters[index] : undefined;
      if (filter) stream.energy += weight * filter(samples, at, to);
    }
    stream.position += to - at;
    at = to;
    if (stream.position < end) return;
    steps.push(stream.energy / (end - edge(stream.step)));
    stream.energy = 0;
    stream.step += 1;
  }
}

/** The mean of every `length` steps in a row. */
function blocksOf(steps: readonly number[], length: number): Float64Array {
  const blocks = new Float64Array(Math.max(0, steps.length - length + 1));
  for (let at = 0; at < blocks.length; at++) {
    let sum = 0;
    for (let step = at; step < at + length; step++) sum += steps[step] as number;
    blocks[at] = sum / length;
  }
  return blocks;
}

/** Drops the blocks below -70 LUFS, then those that are `gate` LU below the mean of the rest. */
function gateBlocks(blocks: Float64Array, gate: number): Float64Array {
  const loud = blocks.filter((energy) => energy > ABSOLUTE_GATE);
  const threshold = mean(loud) * 10 ** (gate / 10);
  return loud.filter((energy) => energy > threshold);
}

function integrate(steps: readonly number[]): number | null {
  const gated = gateBlocks(blocksOf(steps, BLOCK_STEPS), INTEGRATED_GATE_LU);
  return gated.length > 0 ? toLufs(mean(gated)) : null;
}

/** The distance between the 10th and the 95th percentile of the short-term loudness. */
function measureRange(steps: readonly number[]): number | null {
  const gated = gateBlocks(blocksOf(steps, SHORT_TERM_STEPS), RANGE_GATE_LU).sort();
  const at = (fraction: number) => toLufs(gated[Math.round((gated.length - 1) * fraction)] ?? 0);
  return gated.length > 0 ? at(0.95) - at(0.1) : null;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

// BS.1770: -0.691 makes a 997 Hz sine in one channel at 0 dBFS read -3.01 LUFS.
function toLufs(energy: number): number {
  return 10 * Math.log10(energy) - 0.691;
}

function toEnergy(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10);
}

/** Coefficients of a biquad filter, divided by a0. */
interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * The two filters of ITU-R BS.1770-5, annex 1, for any sample rate. The standard lists coefficients for 48 kHz only;
 * these are the analogue filters behind them (frequency, gain and quality as libebur128 derived them).
 */
function shelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function highPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Adds up the squares of the K-weighted samples `from` to `to` of one channel, in order. */
type WeightedEnergy = (samples: Float32Array, from: number, to: number) => number;

/** Creates a filter for one channel. It remembers the previous samples. */
function createKWeighting(rate: number): WeightedEnergy {
  const first = shelf(rate);
  const second = highPass(rate);
  // Transposed direct form II: two numbers of state for each filter.
  const state = new Float64Array(4);
  return (samples, from, to) => {
    const { b0, b1, b2, a1, a2 } = first;
    const { a1: c1, a2: c2 } = second;
    // Local variables stay in registers; the same loop over `state` takes five times as long.
    let [s1 = 0, s2 = 0, t1 = 0, t2 = 0] = state;
    let energy = 0;
    for (let at = from; at < to; at++) {
      const x = samples[at] as number;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + t1;
      t1 = -2 * y - c1 * z + t2;
      t2 = y - c2 * z;
      energy += z * z;
    }
    // Numbers below 1e-30 would become denormal in long silence, which processors compute slowly.
    const isSilent = Math.abs(s1) + Math.abs(s2) + Math.abs(t1) + Math.abs(t2) < 1e-30;
    state.set(isSilent ? [0, 0, 0, 0] : [s1, s2, t1, t2]);
    return energy;
  };
}
