import { crc32 } from 'node:zlib';
import { readOrientation, writeOrientation } from './exif-orientation.ts';

const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12; // length, type and checksum of a chunk

/** The chunks that say how the picture looks (PNG, third edition). Texts, times and unknown chunks are not among them. */
const SHOWN = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** A PNG without texts, EXIF and whatever follows its end. Null if its chunks do not fit together. */
export function stripPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at, end);
    if (SHOWN.has(type)) parts.push(chunk);
    if (type === 'eXIf') parts.push(keepOrientation(chunk.subarray(8, -4)));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return null;
}

function keepOrientation(tiff: Buffer): Buffer {
  const orientation = readOrientation(tiff);
  if (orientation === 1) return Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), writeOrientation(orientation)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
