import type { FileHandle } from 'node:fs/promises';

// ISO/IEC 11172-3 and 13818-3, frame header tables.
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const V1_BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const V2_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

const WINDOW_BYTES = 1 << 20;
const MAX_FRAME_BYTES = 2_881;
const MIN_FRAMES = 3; // fewer in a row are chance
const NEW_KIND_FRAMES = 5; // in a row, before another version or sample rate is believed

interface Frame {
  bytes: number;
  seconds: number;
  /** Version and sample rate: they only change if files were joined. */
  kind: number;
}

interface Count {
  frames: number;
  seconds: number;
  kind: number | null;
}

/**
 * Seconds of MPEG Layer III audio in a file, by its frames. Tags, junk and noise between frames are skipped. Null if
 * there are no frames. Ours, because libraries believe the Xing header or the first bit rate, and stop at the
 * second sample rate of joined files.
 */
export async function measureMpeg(file: FileHandle): Promise<number | null> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(WINDOW_BYTES);
  let offset = await skipTags(file);
  const count: Count = { frames: 0, seconds: 0, kind: null };
  while (offset < size - 4) {
    const { bytesRead } = await file.read(buffer, 0, WINDOW_BYTES, offset);
    const isLast = offset + bytesRead >= size;
    const end = isLast ? bytesRead : bytesRead - MAX_FRAME_BYTES * (NEW_KIND_FRAMES + 1);
    offset += Math.max(countFrames(buffer.subarray(0, bytesRead), end, count), 1);
  }
  return count.frames >= MIN_FRAMES ? count.seconds : null;
}

/** Adds the frames that start before `end` to `count`. Returns the number of bytes that it passed. */
function countFrames(bytes: Buffer, end: number, count: Count): number {
  let at = 0;
  while (at < end - 3) {
    const frame = readFrame(bytes, at);
    if (!frame || !isBelievable(bytes, at, frame, count.kind)) {
      at += 1;
      continue;
    }
    count.kind = frame.kind;
    if (!isIndex(bytes, at, frame)) {
      count.frames += 1;
      count.seconds += frame.seconds;
    }
    at += frame.bytes;
  }
  return at;
}

/** True for a frame of the current kind that something follows, and for the first of a run of another kind. */
function isBelievable(bytes: Buffer, at: number, frame: Frame, kind: number | null): boolean {
  if (kind === null || frame.kind === kind) return isFollowed(bytes, at, frame);
  let next = at;
  for (let run = 1; run <= NEW_KIND_FRAMES; run++) {
    const following = readFrame(bytes, next);
    if (following?.kind !== frame.kind) return false;
    next += following.bytes;
  }
  return true;
}

function readFrame(bytes: Buffer, at: number): Frame | null {
  const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  const isLayer3 = a === 0xff && (b & 0xe6) === 0xe2;
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const rateIndex = (c >> 2) & 3;
  const bitrateIndex = c >> 4;
  if (!isLayer3 || version === 1 || rateIndex === 3) return null;
  const isV1 = version === 3;
  const kbps = (isV1 ? V1_BITRATES : V2_BITRATES)[bitrateIndex];
  if (!kbps) return null;
  const rate = (SAMPLE_RATES[rateIndex] ?? 0) / (isV1 ? 1 : version === 2 ? 2 : 4);
  const samples = isV1 ? 1152 : 576;
  const length = Math.floor((samples / 8) * ((kbps * 1000) / rate)) + ((c >> 1) & 1);
  return { bytes: length, seconds: samples / rate, kind: (version << 2) | rateIndex };
}

/** True if a frame of its kind, a tag or the end of the file follows. */
function isFollowed(bytes: Buffer, at: number, frame: Frame): boolean {
  const next = at + frame.bytes;
  if (next >= bytes.length - 3) return next <= bytes.length;
  const tag = bytes.toString('latin1', next, next + 3);
  return (
    readFrame(bytes, next)?.kind === frame.kind || tag === 'TAG' || tag === 'APE' || tag === 'ID3'
  );
}

/** A Xing, Info or VBRI frame holds an index instead of sound. */
function isIndex(bytes: Buffer, at: number, frame: Frame): boolean {
  const head = bytes.toString('latin1', at + 4, at + Math.min(frame.bytes, 48));
  return /Xing|Info|VBRI/.test(head);
}

/** The offset behind the ID3v2 tags at the start (id3.org, id3v2.4.0-structure, 3.1). */
async function skipTags(file: FileHandle): Promise<number> {
  const head = Buffer.alloc(10);
  let offset = 0;
  for (;;) {
    const { bytesRead } = await file.read(head, 0, 10, offset);
    if (bytesRead < 10 || head.toString('latin1', 0, 3) !== 'ID3') return offset;
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
    offset += 10 + ((a << 21) | (b << 14) | (c << 7) | d);
  }
}
