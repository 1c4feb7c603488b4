import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';

// Matroska element ids (RFC 9559).
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const VIDEO = 1;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const PARENTS = new Set([SEGMENT, INFO, TRACKS, TRACK_ENTRY, CLUSTER, BLOCK_GROUP]);

const UNKNOWN_SIZE = -1;
const HEAD_BYTES = 24;
const MAX_ELEMENTS = 5_000_000; // a day of sound with a block for each 20 ms has 4 million

/**
 * Measures a WebM file up to its last block. Its header is no help: MediaRecorder writes no duration, and a truncated
 * file keeps the duration of the whole. Null if the file has more elements than any recording. Implemented here
 * because mediabunny keeps every block in memory (3 GB for 64 MB of empty ones), and music-metadata needs minutes for
 * as many empty clusters.
 */
export async function measureWebm(file: FileHandle) {
  const { size } = await file.stat();
  const readAt = openWindow(file);
  let offset = 0;
  let scaleNs = 1_000_000;
  let clusterAt = 0;
  let lastAt = 0;
  let hasVideo = false;
  for (let count = 0; offset < size; count++) {
    if (count > MAX_ELEMENTS) return null;
    const head = await readAt(offset, HEAD_BYTES);
    const element = readElement(head);
    if (!element) break;
    const { id, length, headBytes } = element;
    const isParent = PARENTS.has(id);
    if (!isParent && length !== UNKNOWN_SIZE && offset + headBytes + length > size) break; // truncated
    const body = head.subarray(headBytes);
    if (id === TIMESTAMP_SCALE) scaleNs = readUint(body, 0, length);
    if (id === TRACK_TYPE && readUint(body, 0, length) === VIDEO) hasVideo = true;
    if (id === TIMESTAMP) clusterAt = readUint(body, 0, length);
    if ((id === SIMPLE_BLOCK || id === BLOCK) && body.length >= 3)
      lastAt = Math.max(lastAt, clusterAt + body.readInt16BE(1));
    offset += headBytes + (isParent || length === UNKNOWN_SIZE ? 0 : length);
  }
  return { seconds: (lastAt * scaleNs) / 1e9, hasVideo };
}

function readElement(bytes: Buffer) {
  const id = readVint(bytes, 0, true);
  const size = id && readVint(bytes, id.width, false);
  if (!id || !size) return null;
  return { id: id.value, length: size.value, headBytes: id.width + size.width };
}

/** Reads a number whose width is given by its leading zero bits (RFC 8794, section 4). An id keeps its marker bit. */
function readVint(bytes: Buffer, at: number, keepMarker: boolean) {
  const first = bytes[at];
  if (!first) return null;
  const width = Math.clz32(first) - 23;
  if (at + width > bytes.length) return null;
  const data = keepMarker ? first : first & (0xff >> width);
  const rest = readUint(bytes, at + 1, at + width);
  const value = data * 2 ** (8 * (width - 1)) + rest;
  const isUnknown = !keepMarker && value === 2 ** (7 * width) - 1;
  return { width, value: isUnknown ? UNKNOWN_SIZE : value };
}

/** A loop, because a file has millions of numbers. */
function readUint(bytes: Buffer, from: number, to: number): number {
  const end = Math.min(to, from + 8, bytes.length);
  let value = 0;
  for (let at = from; at < end; at++) value = value * 256 + (bytes[at] as number);
  return value;
}
