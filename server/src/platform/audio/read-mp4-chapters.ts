import type { FileHandle } from 'node:fs/promises';
import {
  type Boxes,
  type Mp4Track,
  placesOf,
  readAt,
  readMoov,
  startsOf,
  timescaleOf,
} from './mp4-boxes.ts';

const MAX_CHAPTERS = 1000;

/**
 * Chapters of an MP4 file, from its QuickTime chapter track (QuickTime File Format, "Chapter Lists") or else from
 * Nero's `chpl` list. Empty if the file has no readable chapters. Implemented here because music-metadata fails on
 * chapter tracks of common files and reads no `chpl`, and mediabunny reads no chapters.
 */
export async function readMp4Chapters(file: FileHandle) {
  try {
    const moov = await readMoov(file);
    if (!moov) return [];
    const { own, tracks } = moov;
    const chapters = await readChapterTrack(file, tracks);
    return chapters.length > 0 ? chapters : readNeroList(own.get('udta/chpl'));
  } catch (error) {
    if (error instanceof RangeError) return []; // a truncated table
    throw error;
  }
}

async function readChapterTrack(file: FileHandle, tracks: Boxes['tracks']) {
  const wanted = tracks
    .map((track) => track.get('tref/chap'))
    .find(Boolean)
    ?.readUInt32BE(0);
  const track = tracks.find((candidate) => wanted !== undefined && trackId(candidate) === wanted);
  if (!track) return [];
  const timescale = timescaleOf(track);
  const starts = startsOf(track);
  const chapters = [];
  for (const { at, bytes } of placesOf(track)) {
    const start = starts.next().value;
    if (start === undefined || chapters.length >= MAX_CHAPTERS) break;
    const title = readTitle(await readAt(file, at, Math.min(bytes, 4096)));
    chapters.push({ starts_at: start / timescale, title });
  }
  return chapters;
}

function trackId(track: Mp4Track): number | undefined {
  const header = track.get('tkhd');
  return header?.readUInt32BE(header[0] === 1 ? 20 : 12);
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
