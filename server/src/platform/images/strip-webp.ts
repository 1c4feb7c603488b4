import { readOrientation, writeOrientation } from './exif-orientation.ts';

const HEAD_BYTES = 12; // RIFF, length, WEBP
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

const SHOWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** A WebP without EXIF, XMP and unknown chunks. Null if its chunks do not fit together. */
export function stripWebp(bytes: Buffer): Buffer | null {
  const riffEnd = bytes.readUInt32LE(4) + 8;
  if (riffEnd > bytes.length) return null;
  const parts: Buffer[] = [];
  let extended: Buffer | null = null;
  let isTurned = false;
  for (let at = HEAD_BYTES; at + 8 <= riffEnd; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > riffEnd) return null;
    const type = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (type === 'VP8X') extended = chunk;
    if (SHOWN.has(type)) parts.push(chunk);
    const exif = type === 'EXIF' ? keepOrientation(chunk.subarray(8, 8 + length)) : null;
    if (exif) parts.push(exif);
    isTurned ||= exif !== null;
    at = end;
  }
  if (extended) extended.writeUInt8(flagsOf(extended, isTurned), 8);
  return wrap(parts);
}

function flagsOf(extended: Buffer, isTurned: boolean): number {
  return (extended.readUInt8(8) & ~(HAS_EXIF | HAS_XMP)) | (isTurned ? HAS_EXIF : 0);
}

function keepOrientation(exif: Buffer): Buffer | null {
  const hasPrefix = exif.toString('latin1', 0, 4) === 'Exif'; // some programs write it
  const orientation = readOrientation(hasPrefix ? exif.subarray(6) : exif);
  if (orientation === 1) return null;
  const tiff = writeOrientation(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff]);
}

function wrap(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
