import { open } from 'node:fs/promises';
import { invalid } from '../http/read-json.ts';
import { loadSharp } from './load-sharp.ts';

export interface Picture {
  mime_type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  /** Pixels, as the picture is shown. */
  width: number;
  height: number;
}

const MAX_PIXELS = 50_000_000; // cameras make 48 million; a picture of a few bytes can claim a billion
const FORMATS = {
  jpeg: { mime_type: 'image/jpeg', extension: 'jpg' },
  png: { mime_type: 'image/png', extension: 'png' },
} as const;

/**
 * Reads a picture that a person sends, to its last byte.
 * @throws AppError INVALID_REQUEST if it is no JPEG or PNG, is not complete, or is too large
 */
export async function readPicture(path: string): Promise<Picture> {
  const format = await readFormat(path);
  if (!format) throw invalid('image: must be a JPEG or PNG picture');
  const sharp = await loadSharp();
  const options = { limitInputPixels: false, sequentialRead: true, failOn: 'truncated' } as const;
  const {
    width = 0,
    height = 0,
    orientation = 1,
  } = await sharp(path, options).metadata().catch(refuseBroken);
  if (width * height > MAX_PIXELS) {
    throw invalid(
      `image: has ${width} x ${height} pixels; it may have ${MAX_PIXELS / 1_000_000} million at most`,
    );
  }
  await sharp(path, options).resize(16, 16, { fit: 'fill' }).raw().toBuffer().catch(refuseBroken);
  const isTurned = orientation >= 5; // EXIF: the sides are swapped
  const size = isTurned ? { width: height, height: width } : { width, height };
  return { ...FORMATS[format], ...size };
}

function refuseBroken(): never {
  throw invalid('image: is damaged or not complete');
}

/** Looks at the bytes before a decoder does: other decoders, such as that of SVG, may load further files. */
async function readFormat(path: string): Promise<keyof typeof FORMATS | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const hex = buffer.toString('hex');
    if (hex.startsWith('ffd8ff')) return 'jpeg';
    return hex === '89504e470d0a1a0a' ? 'png' : null;
  } finally {
    await file.close();
  }
}
