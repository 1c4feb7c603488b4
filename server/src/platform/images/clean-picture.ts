import { invalid } from '../http/refusal.ts';
import { isRaster } from './is-raster.ts';
import { loadSharp } from './load-sharp.ts';
import { inPictureTurn } from './picture-turns.ts';

export interface CleanPicture {
  bytes: Buffer;
  mime_type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
  /** Pixels, in the displayed orientation. */
  width: number;
  height: number;
}

const MAX_PIXELS = 50_000_000; // cameras make 48 million; a picture of a few bytes can claim a billion
const SECONDS_MAX = 60;
const QUALITY = 92;

/**
 * Makes a JPEG or PNG that every program shows the same: upright, in sRGB, the first frame of an animation. It holds
 * nothing about its maker, such as the place where it was taken.
 * @throws AppError INVALID_REQUEST if the bytes are no complete picture, or a too large one
 */
export async function cleanPicture(source: Buffer): Promise<CleanPicture> {
  if (!isRaster(source)) throw invalid('image', 'picture_type');
  const sharp = await loadSharp();
  const options = { limitInputPixels: false, sequentialRead: true, failOn: 'truncated' } as const;
  const facts = await sharp(source, options).metadata().catch(refuseBroken);
  const { width = 0, height = 0, format, hasAlpha, space } = facts;
  if (width * height > MAX_PIXELS) {
    throw invalid('image', 'picture_size', { width, height, n: MAX_PIXELS / 1_000_000 });
  }
  const isPhoto = format === 'jpeg' || (!hasAlpha && format !== 'png' && format !== 'gif');
  const type = isPhoto
    ? ({ mime_type: 'image/jpeg', extension: 'jpg' } as const)
    : ({ mime_type: 'image/png', extension: 'png' } as const);
  const image = sharp(source, options).autoOrient().toColourspace('srgb');
  const encoded = isPhoto
    ? image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    : image.png();
  const { data, info } = await inPictureTurn(() =>
    encoded
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseBroken),
  );
  const isBare = { jpeg: isBareJpeg, png: isBarePng }[format as string];
  const bytes = space === 'srgb' && isBare?.(source) ? source : data;
  return { ...type, bytes, width: info.width, height: info.height };
}

/**
 * True if a JPEG holds nothing but its picture, so that a second pass does not cost quality. Within compressed data,
 * 0xff is followed by 0 or a restart marker; elsewhere these pairs begin segments, or cost one more pass.
 */
function isBareJpeg(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return !/\xff[\xe1-\xef\xfe]/.test(text) && text.indexOf('\xff\xd9') === text.length - 2;
}

const PNG_CHUNKS_FROM = 8; // after the signature
const PNG_PICTURE = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'IDAT'];

/** The same for a PNG (https://www.w3.org/TR/png-3/, 5.3): a second pass would turn a palette into true colour. */
function isBarePng(bytes: Buffer): boolean {
  let at = PNG_CHUNKS_FROM;
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    at += bytes.readUInt32BE(at) + 12; // its length, name and checksum
    if (name === 'IEND') return at === bytes.length;
    if (!PNG_PICTURE.includes(name)) return false;
  }
  return false;
}

function refuseBroken(): never {
  throw invalid('image', 'picture_broken');
}
