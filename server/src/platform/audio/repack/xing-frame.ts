import type { MpegFacts } from '../measure-mpeg.ts';
import { bitratesOf, lengthOf, type MpegFrame, sideBytes } from '../read-mpeg-frame.ts';

// Flags of the fields that follow each other.
const FRAMES = 1;
const BYTES = 2;
const SEEK_TABLE = 4;

const HEADER_BYTES = 4; // of an MPEG frame
const NAME_BYTES = 4;
const TABLE_ENTRIES = 100;
const FIELD_BYTES = NAME_BYTES + 3 * 4 + TABLE_ENTRIES;

/** Reads a Xing or Info frame. Null for other frames, such as the VBRI frames of the Fraunhofer encoder. */
export function readXingFrame(bytes: Buffer, frame: MpegFrame) {
  const at = HEADER_BYTES + sideBytes(frame);
  if (
    bytes.length < at + 12 ||
    !/^(Xing|Info)$/.test(bytes.toString('latin1', at, at + NAME_BYTES))
  )
    return null;
  const flags = bytes.readUInt32BE(at + NAME_BYTES);
  return {
    frames: (flags & FRAMES) !== 0 ? bytes.readUInt32BE(at + 8) : null,
    hasSeekTable: (flags & SEEK_TABLE) !== 0,
  };
}

/**
 * A silent frame that contains the number of frames and bytes, and the start of each hundredth of the recording. Its
 * layout is that of the Xing encoder's SDK, which all players read.
 */
export function makeXingFrame(facts: MpegFacts, header: Buffer): Buffer {
  const { first } = facts;
  const side = sideBytes(first);
  const kbps = bitratesOf(first.isV1);
  const index = kbps.findIndex(
    (rate) => rate > 0 && lengthOf({ ...first, kbps: rate }) >= HEADER_BYTES + side + FIELD_BYTES,
  );
  const frame = Buffer.alloc(lengthOf({ ...first, kbps: kbps[index] ?? 0 }));
  header.copy(frame, 0, 0, HEADER_BYTES);
  frame.writeUInt8(header.readUInt8(1) | 1, 1); // no checksum
  frame.writeUInt8((index << 4) | (header.readUInt8(2) & 0b1100), 2); // the same sample rate, no padding
  const total = frame.length + facts.end - facts.start;
  const at = HEADER_BYTES + side;
  frame.write('Xing', at, 'latin1');
  frame.writeUInt32BE(FRAMES | BYTES | SEEK_TABLE, at + 4);
  frame.writeUInt32BE(facts.frames, at + 8);
  frame.writeUInt32BE(total, at + 12);
  for (let percent = 0; percent < TABLE_ENTRIES; percent++) {
    const place = placeOf(facts, percent / TABLE_ENTRIES) - facts.start + frame.length;
    frame.writeUInt8(Math.min(255, Math.round((place / total) * 256)), at + 16 + percent);
  }
  return frame;
}

/** The offset of the frame at a fraction of the recording. */
function placeOf({ frames, places, step, start }: MpegFacts, fraction: number): number {
  return places[Math.round((frames * fraction) / step)] ?? places.at(-1) ?? start;
}
