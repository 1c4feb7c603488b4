/**
 * A Fourier transform of complex numbers, in place. `size` is a power of two.
 * Source: Cooley and Tukey (1965), radix 2.
 */
export function createFft(size: number) {
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
