// Finds where in a file a recording was taken, by normalised cross-correlation with the file's decoded samples.

/** Hz: 1 sample is 0.125 ms. */
export const RATE = 8_000;

const BLOCK = 1 << 17;
const SINE = Float64Array.from({ length: BLOCK / 2 }, (_, k) =>
  Math.sin((-2 * Math.PI * k) / BLOCK),
);
const COSINE = Float64Array.from({ length: BLOCK / 2 }, (_, k) =>
  Math.cos((2 * Math.PI * k) / BLOCK),
);

/** Fourier transform of BLOCK numbers, in place, radix 2. */
function transform(re, im) {
  for (let i = 1, j = 0; i < BLOCK; i++) {
    let bit = BLOCK >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= BLOCK; size *= 2) {
    const half = size / 2;
    const stride = BLOCK / size;
    for (let start = 0; start < BLOCK; start += size) {
      for (let k = 0, turn = 0; k < half; k++, turn += stride) {
        const a = start + k;
        const b = a + half;
        const x = re[b] * COSINE[turn] - im[b] * SINE[turn];
        const y = re[b] * SINE[turn] + im[b] * COSINE[turn];
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

/** Correlation, -1 to 1, of `part` with `whole` at each offset from `start`, as many offsets as fit in a block. */
function correlate(whole, start, part, partSpectrum, partEnergy) {
  const re = new Float64Array(BLOCK);
  const im = new Float64Array(BLOCK);
  re.set(whole.subarray(Math.max(0, start), start + BLOCK));
  const samples = re.slice();
  transform(re, im);
  for (let k = 0; k < BLOCK; k++) {
    const [a, b, c, d] = [re[k], im[k], partSpectrum.re[k], -partSpectrum.im[k]];
    // The inverse transform is a forward transform of the conjugate.
    re[k] = a * c - b * d;
    im[k] = -(a * d + b * c);
  }
  transform(re, im);
  const scores = new Float64Array(BLOCK - part.length);
  let energy = 0;
  for (let k = 0; k < part.length; k++) energy += samples[k] ** 2;
  for (let k = 0; k < scores.length; k++) {
    scores[k] = energy > 1e-6 ? re[k] / BLOCK / Math.sqrt(energy * partEnergy) : 0;
    energy += samples[k + part.length] ** 2 - samples[k] ** 2;
  }
  return scores;
}

/**
 * The second of `whole` at which `part` begins; both have the sample rate RATE. Searches near `guess` first, then
 * everywhere. A string is the reason for no result: `silent`, `not found`, or `ambiguous` (e.g. a steady tone).
 */
export function findPosition(whole, part, guess) {
  const partEnergy = part.reduce((sum, x) => sum + x * x, 0);
  if (partEnergy / part.length < 1e-6) return 'silent';
  const spectrum = { re: new Float64Array(BLOCK), im: new Float64Array(BLOCK) };
  spectrum.re.set(part);
  transform(spectrum.re, spectrum.im);

  const step = BLOCK - part.length;
  const near = Math.max(0, Math.round(guess * RATE - step / 2));
  const starts = [near];
  for (let start = 0; start < whole.length; start += step) starts.push(start);

  for (const start of starts) {
    const scores = correlate(whole, start, part, spectrum, partEnergy);
    let best = 0;
    for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
    if (scores[best] < 0.6) continue;
    const apart = 0.005 * RATE;
    const isElsewhere = scores.some(
      (score, k) => Math.abs(k - best) > apart && score > 0.97 * scores[best],
    );
    return isElsewhere ? 'ambiguous' : (start + best) / RATE;
  }
  return 'not found';
}

/** Converts 48 kHz to RATE: a low-pass, symmetric so that it does not shift the sound, then every sixth sample. */
export function decimate(samples) {
  const factor = 6;
  const reach = 36;
  const taps = Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const x = (at - reach) / factor;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return (sinc * (0.5 + 0.5 * Math.cos((Math.PI * (at - reach)) / reach))) / factor;
  });
  return Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, at) =>
    taps.reduce((sum, tap, k) => sum + tap * (samples[at * factor + k - reach] ?? 0), 0),
  );
}

export function unpackSamples(text) {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from(
    { length: bytes.length / 2 },
    (_, at) => bytes.readInt16LE(at * 2) / 32_768,
  );
}
