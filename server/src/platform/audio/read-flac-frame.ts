/** Header of a frame: RFC 9639, 9.1. */
export interface FlacFrame {
  /** The number of the frame, or of its first sample. */
  number: number;
  isNumberOfSample: boolean;
  samples: number;
}

export const LONGEST_HEADER = 16; // bytes

/** Null if no frame begins here. */
export function readFlacFrame(bytes: Buffer): FlacFrame | null {
  if (bytes.length < 6 || (bytes.readUInt16BE(0) & 0xfffe) !== 0xfff8) return null;
  const sizes = bytes.readUInt8(2);
  const isReserved = sizes >> 4 === 0 || (sizes & 15) === 15 || bytes.readUInt8(3) >> 4 > 10;
  const coded = isReserved ? null : readNumber(bytes.subarray(4));
  if (!coded) return null;
  const at = 4 + coded.length;
  const sizeBytes = sizes >> 4 === 6 ? 1 : sizes >> 4 === 7 ? 2 : 0;
  const rate = sizes & 15;
  const end = at + sizeBytes + (rate === 12 ? 1 : rate > 12 ? 2 : 0);
  if (end >= bytes.length || crc8(bytes.subarray(0, end)) !== bytes.readUInt8(end)) return null;
  const samples = sizeBytes ? bytes.readUIntBE(at, sizeBytes) + 1 : samplesOf(sizes >> 4);
  return { number: coded.number, isNumberOfSample: bytes.readUInt8(1) === 0xf9, samples };
}

function samplesOf(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 144 * 2 ** code : 2 ** code;
}

/** Numbers are written as UTF-8 writes code points, with up to seven bytes. */
function readNumber(bytes: Buffer): { number: number; length: number } | null {
  const first = bytes.readUInt8(0);
  const length = first < 0x80 ? 1 : Math.clz32(~first & 0xff) - 24;
  if ((first >= 0x80 && length < 2) || length > 7 || length > bytes.length) return null;
  let number = first < 0x80 ? first : first & (0x7f >> length);
  for (const byte of bytes.subarray(1, length)) {
    if (byte >> 6 !== 2) return null;
    number = number * 64 + (byte & 0x3f);
  }
  return { number, length };
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}
