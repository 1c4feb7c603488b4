// The only tag of EXIF that a picture needs to be shown: how it must be turned.

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** How to turn a picture, from 1 (not at all) to 8, read from its TIFF structure. 1 if that is damaged. */
export function readOrientation(tiff: Buffer): number {
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(start); entry++) {
      const at = start + 2 + entry * ENTRY_BYTES;
      if (short(at) === ORIENTATION) return inRange(short(at + 8));
    }
  } catch {
    // An offset points outside.
  }
  return 1;
}

const inRange = (orientation: number) => (orientation >= 1 && orientation <= 8 ? orientation : 1);

/** A TIFF structure with this orientation and nothing else. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
