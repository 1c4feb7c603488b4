import type { FileHandle } from 'node:fs/promises';
import { openWindow, type ReadAt } from './byte-window.ts';
import { skipId3 } from './skip-id3.ts';

const STEP_BYTES = 1 << 16;

/**
 * Measures a FLAC file in seconds by its frames: the length in its header is missing in streams, and too long if the
 * file is truncated. Null if it has no frames. Implemented here because mediabunny never ends if it finds no frame,
 * and skips a last frame of less than 16 bytes. Decoding instead takes 18 s for an hour of sound, and loses 0.4 s of it.
 */
export async function measureFlac(file: FileHandle): Promise<number | null> {
  const readAt = openWindow(file);
  const start = await findFrames(readAt);
  if (start === null) return null;
  const rate = (await readAt(start.streamInfo + 10, 3)).readUIntBE(0, 3) >> 4;
  let last: FlacFrame | null = null;
  let samples = 0;
  for (let offset = start.frames; ; offset += STEP_BYTES) {
    const bytes = await readAt(offset, STEP_BYTES + LONGEST_HEADER);
    for (
      let at = bytes.indexOf(0xff);
      at !== -1 && at < STEP_BYTES;
      at = bytes.indexOf(0xff, at + 1)
    ) {
      const frame = readFlacFrame(bytes.subarray(at, at + LONGEST_HEADER));
      if (!frame || (last && !follows(frame, last))) continue;
      samples += frame.samples;
      last = frame;
    }
    if (bytes.length <= STEP_BYTES) break;
  }
  return last && rate > 0 ? samples / rate : null;
}

/** Frames are numbered, or carry the number of their first sample if their sizes differ. */
function follows(frame: FlacFrame, last: FlacFrame): boolean {
  const step = last.isNumberOfSample ? last.samples : 1;
  return frame.isNumberOfSample === last.isNumberOfSample && frame.number === last.number + step;
}

/** The offsets of the stream information and of the frames, after an ID3 tag if there is one. */
async function findFrames(readAt: ReadAt): Promise<{ streamInfo: number; frames: number } | null> {
  let offset = await skipId3(readAt);
  if ((await readAt(offset, 4)).toString('latin1') !== 'fLaC') return null;
  offset += 4;
  const streamInfo = offset + 4;
  for (;;) {
    const header = await readAt(offset, 4);
    if (header.length < 4) return null;
    offset += 4 + header.readUIntBE(1, 3);
    if (header.readUInt8(0) >= 0x80) return { streamInfo, frames: offset };
  }
}

/** Header of a frame: RFC 9639, 9.1. */
interface FlacFrame {
  /** The number of the frame, or of its first sample. */
  number: number;
  isNumberOfSample: boolean;
  samples: number;
}

const LONGEST_HEADER = 16; // bytes

/** Null if no frame begins here. */
function readFlacFrame(bytes: Buffer): FlacFrame | null {
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
