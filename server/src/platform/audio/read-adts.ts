import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';
import { skipId3 } from './skip-id3.ts';

// ISO/IEC 14496-3, table 1.18.
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLES = 1024; // in a block
const HEADER_BYTES = 7;
const CRC_BYTES = 2;

/** A frame of ADTS (ISO/IEC 13818-7, 6.2). */
export interface AdtsFrame {
  offset: number;
  bytes: number;
  headerBytes: number;
  /** In each channel. */
  samples: number;
  /** Samples in a second, without spectral band replication. */
  rate: number;
  rateIndex: number;
  /** 2 for AAC-LC: the MPEG-4 audio object type. */
  objectType: number;
  /** 0 if the stream itself describes its channels. */
  channelConfig: number;
}

/** Reads the frames of an ADTS file in order. Tags, noise and a truncated frame are skipped. */
export async function* readAdts(file: FileHandle): AsyncGenerator<AdtsFrame> {
  const { size } = await file.stat();
  const readAt = openWindow(file);
  let at = await skipId3(readAt);
  while (at + HEADER_BYTES <= size) {
    const frame = readFrame(await readAt(at, HEADER_BYTES), at);
    const next = frame ? at + frame.bytes : size + 1;
    if (!frame || next > size) {
      at += 1;
      continue;
    }
    const following = await readAt(next, HEADER_BYTES);
    // Noise contains sync words by chance, so a frame counts only if another one, a tag or the end follows.
    const isBelievable =
      following.length < HEADER_BYTES ||
      isAlike(readFrame(following, next), frame) ||
      isTag(following);
    if (isBelievable) yield frame;
    at = isBelievable ? next : at + 1;
  }
}

/** True if the file begins with a frame; tags may come before it. */
export async function startsWithAdts(file: FileHandle): Promise<boolean> {
  const readAt = openWindow(file);
  const at = await skipId3(readAt);
  return readFrame(await readAt(at, HEADER_BYTES), at) !== null;
}

/** Measures an ADTS file in seconds by its frames. */
export async function measureAdts(file: FileHandle): Promise<number> {
  let seconds = 0;
  for await (const { samples, rate } of readAdts(file)) seconds += samples / rate;
  return seconds;
}

function readFrame(bytes: Buffer, offset: number): AdtsFrame | null {
  if (bytes.length < HEADER_BYTES || (bytes.readUInt16BE(0) & 0xfff6) !== 0xfff0) return null;
  const fixed = bytes.readUInt8(2);
  const rateIndex = (fixed >> 2) & 15;
  const rate = SAMPLE_RATES[rateIndex];
  const length = (bytes.readUIntBE(3, 3) >> 5) & 0x1fff;
  const headerBytes = HEADER_BYTES + ((bytes.readUInt8(1) & 1) === 0 ? CRC_BYTES : 0);
  if (!rate || length < headerBytes) return null;
  return {
    offset,
    bytes: length,
    headerBytes,
    samples: SAMPLES * ((bytes.readUInt8(6) & 3) + 1),
    rate,
    rateIndex,
    objectType: (fixed >> 6) + 1,
    channelConfig: ((fixed & 1) << 2) | (bytes.readUInt8(3) >> 6),
  };
}

const isAlike = (a: AdtsFrame | null, b: AdtsFrame): boolean =>
  a?.rateIndex === b.rateIndex && a.objectType === b.objectType;

const isTag = (bytes: Buffer): boolean => /^(TAG|APE|ID3)/.test(bytes.toString('latin1', 0, 3));
