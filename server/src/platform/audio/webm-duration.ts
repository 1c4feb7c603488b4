import type { FileHandle } from 'node:fs/promises';

// Matroska element ids (RFC 9559).
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const UNKNOWN_SIZE = -1;
const HEAD_BYTES = 16;

/**
 * Seconds up to the last block of a WebM file, for recordings whose header names no duration
 * (MediaRecorder writes such). Assumes the default timestamp scale of one millisecond.
 */
export async function measureWebm(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const head = Buffer.alloc(HEAD_BYTES);
  let offset = 0;
  let clusterMs = 0;
  let lastMs = 0;
  while (offset < size) {
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, offset);
    const element = readElement(head.subarray(0, bytesRead));
    if (!element) break;
    const { id, length, headBytes } = element;
    const body = head.subarray(headBytes, bytesRead);
    if (id === TIMESTAMP && length > 0) clusterMs = readUint(body, length);
    if (id === SIMPLE_BLOCK || id === BLOCK) lastMs = clusterMs + body.readInt16BE(1);
    const isParent = id === SEGMENT || id === CLUSTER || id === BLOCK_GROUP;
    offset += headBytes + (isParent || length === UNKNOWN_SIZE ? 0 : length);
  }
  return lastMs / 1000;
}

function readElement(bytes: Buffer) {
  const id = readVint(bytes, 0, true);
  const size = id && readVint(bytes, id.width, false);
  if (!id || !size) return null;
  return { id: id.value, length: size.value, headBytes: id.width + size.width };
}

/** A number whose leading zero bits tell its width (RFC 8794, section 4). An id keeps its marker bit. */
function readVint(bytes: Buffer, at: number, keepMarker: boolean) {
  const first = bytes[at];
  if (!first) return null;
  const width = Math.clz32(first) - 23;
  if (at + width > bytes.length) return null;
  const data = keepMarker ? first : first & (0xff >> width);
  const rest = readUint(bytes.subarray(at + 1), width - 1);
  const value = data * 2 ** (8 * (width - 1)) + rest;
  const isUnknown = !keepMarker && value === 2 ** (7 * width) - 1;
  return { width, value: isUnknown ? UNKNOWN_SIZE : value };
}

function readUint(bytes: Buffer, width: number): number {
  return bytes.subarray(0, width).reduce((sum, byte) => sum * 256 + byte, 0);
}
