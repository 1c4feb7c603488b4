import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';

const MAX_MOOV_BYTES = 64 << 20;
const MAX_CHAPTERS = 1000;
const MAX_BOXES = 1_000_000; // a day of fragments of a second has 200,000
const PARENTS = new Set(['trak', 'mdia', 'minf', 'stbl', 'tref', 'udta']);

/** Boxes by their path below `moov`, e.g. `mdia/mdhd`. Each track has its own map. */
interface Boxes {
  own: Map<string, Buffer>;
  tracks: Map<string, Buffer>[];
}

/**
 * Chapters of an MP4 file: those of its QuickTime chapter track (QuickTime File Format, "Chapter Lists"), else those
 * of Nero's `chpl` list. Empty if the file has none that can be read. Ours, because music-metadata fails on
 * chapter tracks of common files and reads no `chpl`, and mediabunny reads no chapters.
 */
export async function readMp4Chapters(file: FileHandle) {
  const moov = await findMoov(file);
  if (!moov) return [];
  try {
    const { own, tracks } = readBoxes(moov);
    const chapters = await readChapterTrack(file, tracks);
    return chapters.length > 0 ? chapters : readNeroList(own.get('udta/chpl'));
  } catch (error) {
    if (error instanceof RangeError) return []; // a table that is cut off
    throw error;
  }
}

async function findMoov(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  const readAt = openWindow(file);
  let at = 0;
  for (let count = 0; at + 8 <= size && count < MAX_BOXES; count++) {
    const head = await readAt(at, 16);
    if (head.length < 16) return null;
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
    if (bytes < headBytes) return null;
    if (head.toString('latin1', 4, 8) === 'moov') {
      return bytes > MAX_MOOV_BYTES ? null : read(file, at + headBytes, bytes - headBytes);
    }
    at += bytes;
  }
  return null;
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function readBoxes(moov: Buffer): Boxes {
  const boxes: Boxes = { own: new Map(), tracks: [] };
  const walk = (bytes: Buffer, path: string, into: Map<string, Buffer>) => {
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

async function readChapterTrack(file: FileHandle, tracks: Boxes['tracks']) {
  const wanted = tracks
    .map((track) => track.get('tref/chap'))
    .find(Boolean)
    ?.readUInt32BE(0);
  const track = tracks.find((candidate) => wanted !== undefined && trackId(candidate) === wanted);
  const timing = track?.get('mdia/mdhd');
  const durations = track?.get('mdia/minf/stbl/stts');
  if (!track || !timing || !durations) return [];
  const timescale = timing.readUInt32BE(timing[0] === 1 ? 20 : 12) || 1;
  const starts = readStarts(durations);
  const chapters = [];
  for (const [index, { at, bytes }] of placesOf(track).slice(0, starts.length).entries()) {
    const title = readTitle(await read(file, at, Math.min(bytes, 4096)));
    chapters.push({ starts_at: (starts[index] ?? 0) / timescale, title });
  }
  return chapters;
}

function trackId(track: Map<string, Buffer>): number | undefined {
  const header = track.get('tkhd');
  return header?.readUInt32BE(header[0] === 1 ? 20 : 12);
}

/** The start of each sample in units of the track. */
function readStarts(table: Buffer): number[] {
  const starts: number[] = [];
  let now = 0;
  for (let entry = 0; entry < table.readUInt32BE(4); entry++) {
    const count = table.readUInt32BE(8 + entry * 8);
    for (let n = 0; n < count && starts.length < MAX_CHAPTERS; n++) {
      starts.push(now);
      now += table.readUInt32BE(12 + entry * 8);
    }
  }
  return starts;
}

/** The place of each sample in the file (ISO/IEC 14496-12, 8.7). */
function placesOf(track: Map<string, Buffer>): { at: number; bytes: number }[] {
  const table = (name: string) => track.get(`mdia/minf/stbl/${name}`);
  const [sizes, runs, short, long] = ['stsz', 'stsc', 'stco', 'co64'].map(table);
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return [];
  const total = Math.min(sizes.readUInt32BE(8), MAX_CHAPTERS);
  const places: { at: number; bytes: number }[] = [];
  const runCount = runs.readUInt32BE(4);
  for (let chunk = 1, run = 0; chunk <= offsets.readUInt32BE(4) && places.length < total; chunk++) {
    if (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) === chunk) run += 1;
    let at = short ? short.readUInt32BE(4 + chunk * 4) : Number(offsets.readBigUInt64BE(chunk * 8));
    const inChunk = runs.readUInt32BE(12 + run * 12);
    for (let n = 0; n < inChunk && places.length < total; n++) {
      const bytes = sizes.readUInt32BE(4) || sizes.readUInt32BE(12 + places.length * 4);
      places.push({ at, bytes });
      at += bytes;
    }
  }
  return places;
}

/** Two bytes of length, then UTF-8, or UTF-16 with a byte-order mark. */
function readTitle(sample: Buffer): string {
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0));
  const mark = text.length >= 2 ? text.readUInt16BE(0) : 0;
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(text);
}

function readNeroList(box: Buffer | undefined) {
  if (!box) return [];
  const chapters = [];
  let at = box[0] === 1 ? 9 : 5;
  for (let count = box.readUInt8(at - 1); count > 0; count--) {
    const length = box.readUInt8(at + 8);
    const starts_at = Number(box.readBigUInt64BE(at)) / 1e7; // in units of 100 ns
    chapters.push({ starts_at, title: box.toString('utf8', at + 9, at + 9 + length) });
    at += 9 + length;
  }
  return chapters;
}
