import type { FileHandle } from 'node:fs/promises';
import { openWindow, type ReadAt } from './byte-window.ts';

export type OggCodec = 'opus' | 'vorbis' | 'flac' | 'speex' | 'theora';

interface OggLink {
  start: number;
  codec: OggCodec;
}

interface Stream {
  /** Samples in a second. */
  rate: number;
  /** Samples that a player drops at the start. */
  skip: number;
  /** Position after the last packet, in samples. */
  end: number;
}

// RFC 3533, section 6.
const HEAD_BYTES = 27;
const MAX_PAGE_BYTES = HEAD_BYTES + 255 + 255 * 255;
const FIRST_PAGE = 2;
const MAX_PAGES = 10_000_000; // a day of sound with a page for each 20 ms has 4 million

/**
 * Measures an Ogg file by its pages. Implemented here because libraries read only the last page of the file, which in
 * a chain of files (recordings of web radio, files joined with `cat`) describes the last part alone. mediabunny also
 * fails if the last page is truncated.
 */
export async function measureOgg(file: FileHandle) {
  const { size } = await file.stat();
  const readAt = openWindow(file);
  const codecs = new Set<OggCodec>();
  let link = new Map<number, Stream>();
  const links: OggLink[] = [];
  let isInsideLink = false;
  let linkStart = 0;
  let seconds = 0;
  let pages = 0;
  for (let at = 0; at + HEAD_BYTES <= size && pages < MAX_PAGES; pages++) {
    const page = await readAt(at, MAX_PAGE_BYTES);
    if (page.toString('latin1', 0, 4) !== 'OggS') {
      at = await findPage(readAt, at + 1, size);
      continue;
    }
    const bodyAt = HEAD_BYTES + (page[26] ?? 0);
    const bytes = page.subarray(HEAD_BYTES, bodyAt).reduce((sum, lace) => sum + lace, bodyAt);
    if (at + bytes > size) break; // truncated: its packets cannot be played
    const serial = page.readUInt32LE(14);
    if (((page[5] ?? 0) & FIRST_PAGE) !== 0) {
      if (isInsideLink) {
        seconds += lengthOf(link);
        link = new Map();
        isInsideLink = false;
        linkStart = at;
      }
      const found = identify(page.subarray(bodyAt, bytes));
      if (found) {
        link.set(serial, found.stream);
        codecs.add(found.codec);
        links.push({ start: linkStart, codec: found.codec });
      }
    } else {
      isInsideLink = true;
      const stream = link.get(serial);
      const position = Number(page.readBigInt64LE(6)); // -1: no packet ends on this page
      if (stream && position > stream.end) stream.end = position;
    }
    at += bytes;
  }
  return { codecs, seconds: seconds + lengthOf(link), links };
}

async function findPage(readAt: ReadAt, from: number, size: number): Promise<number> {
  for (let at = from; at + HEAD_BYTES <= size; at += MAX_PAGE_BYTES - 3) {
    const found = (await readAt(at, MAX_PAGE_BYTES)).indexOf('OggS', 0, 'latin1');
    if (found !== -1) return at + found;
  }
  return size;
}

/** Streams of one link play at the same time. */
function lengthOf(link: Map<number, Stream>): number {
  const lengths = [...link.values()].map(({ rate, skip, end }) => (end - skip) / rate);
  return Math.max(0, ...lengths.filter(Number.isFinite));
}

/** Reads the first packet of a stream. Null for streams without sound, such as an index. */
function identify(packet: Buffer): { codec: OggCodec; stream: Stream } | null {
  const text = packet.toString('latin1', 0, 13);
  const stream = (rate: number, skip = 0): Stream => ({ rate, skip, end: skip });
  if (text.startsWith('OpusHead') && packet.length >= 19)
    return { codec: 'opus', stream: stream(48_000, packet.readUInt16LE(10)) };
  if (text.startsWith('\x01vorbis') && packet.length >= 30)
    return { codec: 'vorbis', stream: stream(packet.readUInt32LE(12)) };
  // The rate is the 20 bits in the middle of STREAMINFO, behind 17 bytes of Ogg and FLAC headers.
  if (text.startsWith('\x7fFLAC') && packet.length >= 51)
    return { codec: 'flac', stream: stream(packet.readUInt32BE(27) >>> 12) };
  if (text.startsWith('Speex   ') && packet.length >= 40)
    return { codec: 'speex', stream: stream(packet.readUInt32LE(36)) };
  if (text.startsWith('\x80theora')) return { codec: 'theora', stream: stream(Number.NaN) };
  return null;
}
