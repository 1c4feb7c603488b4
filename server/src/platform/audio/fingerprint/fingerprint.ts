/**
 * A recording in a form that survives other codecs, bitrates and levels: ten prints a second. An hour takes 180 kB.
 */
export interface Fingerprint {
  /** 32 bits each: how the differences between neighbouring frequency bands change. */
  prints: Uint32Array;
  /** The level of the same tenth of a second: dBFS + 100, from 0 for silence. */
  levels: Uint8Array;
}

export const PRINTS_PER_S = 10;

const PRINT_BYTES = 4;
const BYTES_EACH = PRINT_BYTES + 1;

/** The prints, little-endian, then the levels. */
export function packFingerprint({ prints, levels }: Fingerprint): Buffer {
  const packed = Buffer.alloc(prints.length * BYTES_EACH);
  for (const [at, print] of prints.entries()) packed.writeUInt32LE(print, at * PRINT_BYTES);
  packed.set(levels, prints.length * PRINT_BYTES);
  return packed;
}

export function unpackFingerprint(packed: Buffer): Fingerprint {
  const length = Math.floor(packed.length / BYTES_EACH);
  const prints = new Uint32Array(length);
  for (let at = 0; at < length; at++) prints[at] = packed.readUInt32LE(at * PRINT_BYTES);
  return { prints, levels: new Uint8Array(packed.subarray(length * PRINT_BYTES)) };
}

/** A part of a fingerprint. `from` and `to` are indexes of prints; those outside of the recording are left out. */
export function sliceFingerprint(
  { prints, levels }: Fingerprint,
  { from, to }: { from: number; to: number },
): Fingerprint {
  return { prints: prints.slice(from, to), levels: levels.slice(from, to) };
}
