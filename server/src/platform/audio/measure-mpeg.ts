import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';
import { type MpegFrame, readMpegFrame } from './read-mpeg-frame.ts';
import { skipId3 } from './skip-id3.ts';

const WINDOW_BYTES = 1 << 20;
const MAX_FRAME_BYTES = 2_881;
const MIN_FRAMES = 3; // fewer in a row may be chance
const NEW_KIND_FRAMES = 5; // in a row, before another version or sample rate is accepted
const MAX_PLACES = 1 << 15;

/** Facts of the MPEG Layer III frames in a file. */
export interface MpegFacts {
  seconds: number;
  frames: number;
  /** The first frame with sound. */
  first: MpegFrame;
  /**
   * Offsets of the frame that holds an index (null if there is none), of the first frame with sound, and after the
   * last.
   */
  index: number | null;
  start: number;
  end: number;
  /** 1 if all frames are mono. */
  channels: 1 | 2;
  /** The bit rate changes. */
  isVariable: boolean;
  /** The version or the sample rate changes. */
  isJoined: boolean;
  /** Offsets of every `step`th frame with sound. */
  places: number[];
  step: number;
}

interface Scan {
  facts: MpegFacts | null;
  kind: number | null;
  index: number | null;
}

/** Measures MPEG Layer III audio in seconds. Null if there are no frames. */
export async function measureMpeg(file: FileHandle): Promise<number | null> {
  return (await scanMpeg(file))?.seconds ?? null;
}

/**
 * Reads all frame headers of a file. Tags, junk and noise between frames are skipped. Null if there are no frames.
 * Implemented here because libraries trust the Xing header or the first bit rate, and stop at the second sample rate
 * of joined files.
 */
export async function scanMpeg(file: FileHandle): Promise<MpegFacts | null> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(WINDOW_BYTES);
  let offset = await skipId3(openWindow(file));
  const scan: Scan = { facts: null, kind: null, index: null };
  while (offset < size - 4) {
    const { bytesRead } = await file.read(buffer, 0, WINDOW_BYTES, offset);
    const isLast = offset + bytesRead >= size;
    const end = isLast ? bytesRead : bytesRead - MAX_FRAME_BYTES * (NEW_KIND_FRAMES + 1);
    offset += Math.max(scanFrames({ bytes: buffer.subarray(0, bytesRead), end, offset }, scan), 1);
  }
  return scan.facts && scan.facts.frames >= MIN_FRAMES ? scan.facts : null;
}

interface Window {
  bytes: Buffer;
  /** Frames that begin after this offset belong to the next window. */
  end: number;
  /** The offset of the window in the file. */
  offset: number;
}

/** Adds the frames of a window to `scan`. Returns the number of bytes that it passed. */
function scanFrames({ bytes, end, offset }: Window, scan: Scan): number {
  let at = 0;
  while (at < end - 3) {
    const frame = readMpegFrame(bytes, at);
    if (!frame || !isBelievable(bytes, at, frame, scan.kind)) {
      at += 1;
      continue;
    }
    if (isIndex(bytes, at, frame)) scan.index ??= scan.facts ? null : offset + at;
    else addFrame(scan, frame, offset + at);
    scan.kind = frame.kind;
    at += frame.bytes;
  }
  return at;
}

function addFrame(scan: Scan, frame: MpegFrame, at: number): void {
  scan.facts ??= openFacts(frame, at, scan.index);
  const { facts } = scan;
  if (facts.frames % facts.step === 0) addPlace(facts, at);
  facts.frames += 1;
  facts.seconds += frame.samples / frame.rate;
  facts.end = at + frame.bytes;
  if (frame.channels === 2) facts.channels = 2;
  if (frame.kbps !== facts.first.kbps) facts.isVariable = true;
  if (frame.kind !== facts.first.kind) facts.isJoined = true;
}

function openFacts(first: MpegFrame, start: number, index: number | null): MpegFacts {
  return {
    seconds: 0,
    frames: 0,
    first,
    index,
    start,
    end: start,
    channels: 1,
    isVariable: false,
    isJoined: false,
    places: [],
    step: 1,
  };
}

/** Keeps every second place if there are too many. */
function addPlace(facts: MpegFacts, at: number): void {
  facts.places.push(at);
  if (facts.places.length < MAX_PLACES) return;
  facts.places = facts.places.filter((_, place) => place % 2 === 0);
  facts.step *= 2;
}

/**
 * True for a frame of the current kind that is followed by something valid, and for the first of a run of another
 * kind.
 */
function isBelievable(bytes: Buffer, at: number, frame: MpegFrame, kind: number | null): boolean {
  if (kind === null || frame.kind === kind) return isFollowed(bytes, at, frame);
  let next = at;
  for (let run = 1; run <= NEW_KIND_FRAMES; run++) {
    const following = readMpegFrame(bytes, next);
    if (following?.kind !== frame.kind) return false;
    next += following.bytes;
  }
  return true;
}

/** True if a frame of its kind, a tag or the end of the file follows. */
function isFollowed(bytes: Buffer, at: number, frame: MpegFrame): boolean {
  const next = at + frame.bytes;
  if (next >= bytes.length - 3) return next <= bytes.length;
  const tag = bytes.toString('latin1', next, next + 3);
  return (
    readMpegFrame(bytes, next)?.kind === frame.kind ||
    tag === 'TAG' ||
    tag === 'APE' ||
    tag === 'ID3'
  );
}

/** A Xing, Info or VBRI frame holds an index instead of sound. */
function isIndex(bytes: Buffer, at: number, frame: MpegFrame): boolean {
  const head = bytes.toString('latin1', at + 4, at + Math.min(frame.bytes, 48));
  return /Xing|Info|VBRI/.test(head);
}
