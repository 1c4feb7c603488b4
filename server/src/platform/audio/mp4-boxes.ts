import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';

const MAX_MOOV_BYTES = 64 << 20;
const MAX_BOXES = 1_000_000; // a day of fragments of a second has 200,000
const MAX_SAMPLES = 10_000_000; // two days of AAC
const PARENTS = new Set(['trak', 'mdia', 'minf', 'stbl', 'tref', 'udta']);

export type Mp4Track = Map<string, Buffer>;

/** Boxes by their path below `moov`, e.g. `mdia/mdhd`. Each track has its own map. */
export interface Boxes {
  own: Mp4Track;
  tracks: Mp4Track[];
}

/** The boxes of the index. Null if the file has none, or only a part of it. */
export async function readMoov(file: FileHandle): Promise<Boxes | null> {
  const moov = await findMoov(file);
  return moov && readBoxes(moov);
}

async function findMoov(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  const readHead = openWindow(file);
  let at = 0;
  for (let count = 0; at + 8 <= size && count < MAX_BOXES; count++) {
    const head = await readHead(at, 16);
    if (head.length < 16) return null;
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
    if (bytes < headBytes) return null;
    if (head.toString('latin1', 4, 8) === 'moov') {
      return bytes > MAX_MOOV_BYTES || at + bytes > size
        ? null
        : readAt(file, at + headBytes, bytes - headBytes);
    }
    at += bytes;
  }
  return null;
}

export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function readBoxes(moov: Buffer): Boxes {
  const boxes: Boxes = { own: new Map(), tracks: [] };
  const walk = (bytes: Buffer, path: string, into: Mp4Track) => {
    for (let at = 0; at + 8 <= bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      if (length < 8) return;
      const name = bytes.toString('latin1', at + 4, at + 8);
      const body = bytes.subarray(at + 8, at + length);
      const target = name === 'trak' ? new Map<string, Buffer>() : into;
      if (target !== into) boxes.tracks.push(target);
      if (PARENTS.has(name)) walk(body, name === 'trak' ? '' : `${path}${name}/`, target);
      else target.set(path + name, body);
      at += length;
    }
  };
  walk(moov, '', boxes.own);
  return boxes;
}

export const timescaleOf = (track: Mp4Track): number => {
  const timing = track.get('mdia/mdhd');
  return timing?.readUInt32BE(timing[0] === 1 ? 20 : 12) || 1;
};

/** Seconds, from the header of the track. */
export function durationOf(track: Mp4Track): number {
  const timing = track.get('mdia/mdhd');
  const isLong = timing?.[0] === 1;
  const units = isLong ? Number(timing?.readBigUInt64BE(24)) : (timing?.readUInt32BE(16) ?? 0);
  return units / timescaleOf(track);
}

/** The start of each sample in units of the track. */
export function* startsOf(track: Mp4Track): Generator<number, undefined> {
  const table = track.get('mdia/minf/stbl/stts');
  let now = 0;
  for (let entry = 0; table && entry < table.readUInt32BE(4); entry++) {
    const length = table.readUInt32BE(12 + entry * 8);
    for (let count = table.readUInt32BE(8 + entry * 8); count > 0; count--) {
      yield now;
      now += length;
    }
  }
  return undefined;
}

/** The place of each sample in the file (ISO/IEC 14496-12, 8.7). */
export function* placesOf(track: Mp4Track): Generator<{ at: number; bytes: number }> {
  const table = (name: string) => track.get(`mdia/minf/stbl/${name}`);
  const [sizes, runs, short, long] = ['stsz', 'stsc', 'stco', 'co64'].map(table);
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return;
  const total = Math.min(sizes.readUInt32BE(8), MAX_SAMPLES);
  let count = 0;
  const runCount = runs.readUInt32BE(4);
  for (let chunk = 1, run = 0; chunk <= offsets.readUInt32BE(4) && count < total; chunk++) {
    if (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) === chunk) run += 1;
    let at = short ? short.readUInt32BE(4 + chunk * 4) : Number(offsets.readBigUInt64BE(chunk * 8));
    const inChunk = runs.readUInt32BE(12 + run * 12);
    for (let n = 0; n < inChunk && count < total; n++) {
      const bytes = sizes.readUInt32BE(4) || sizes.readUInt32BE(12 + count * 4);
      yield { at, bytes };
      count += 1;
      at += bytes;
    }
  }
}
