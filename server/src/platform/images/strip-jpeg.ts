import { readOrientation, writeOrientation } from './exif-orientation.ts';

const EXIF = 'Exif\0\0';

const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const [COMMENT, START_OF_SCAN, END_OF_IMAGE] = [0xfe, 0xda, 0xd9];

/** The application segments that say how the picture looks. All others say where it comes from. */
const SHOWN: Readonly<Record<number, string>> = {
  [APP0]: 'JFIF\0',
  [APP2]: 'ICC_PROFILE\0',
  [APP14]: 'Adobe',
};

/**
 * A JPEG without EXIF, XMP, IPTC, comments, previews and whatever follows its end. It is not encoded again, and it is
 * turned as before. Null if its segments do not fit together.
 */
export function stripJpeg(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; ; ) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1; // fill bytes
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return null;
    if (marker === END_OF_IMAGE) {
      parts.push(bytes.subarray(at, at + 2));
      return Buffer.concat(parts);
    }
    const end = endOfSegment(bytes, at, marker);
    if (end === null) return null;
    const segment = clean(bytes.subarray(at, end), marker);
    if (segment) parts.push(segment);
    at = end;
  }
}

/** Null if the segment reaches past the end of the file. */
function endOfSegment(bytes: Buffer, at: number, marker: number): number | null {
  if (isAlone(marker)) return at + 2;
  if (at + 4 > bytes.length) return null;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  if (end > bytes.length || end < at + 4) return null;
  return marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isAlone = (marker: number) => marker === 0x01 || isRestart(marker);

/** Inside the data of a scan, 0xff is followed by a zero or a restart marker. */
function endOfScan(bytes: Buffer, start: number): number | null {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return null;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return null;
}

function clean(segment: Buffer, marker: number): Buffer | null {
  if (marker === COMMENT) return null;
  if (marker < APP0 || marker > APP15) return segment;
  const starts = (text: string) => segment.toString('latin1', 4, 4 + text.length) === text;
  if (marker === APP1 && starts(EXIF)) return keepOrientation(segment.subarray(4 + EXIF.length));
  const shown = SHOWN[marker];
  return shown !== undefined && starts(shown) ? segment : null;
}

function keepOrientation(tiff: Buffer): Buffer | null {
  const orientation = readOrientation(tiff);
  if (orientation === 1) return null;
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), writeOrientation(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
