import { loadSharp } from './load-sharp.ts';

const WIDTH_MAX = 1200; // pixels: notes are at most 42em wide, and screens have two pixels for one
const HEIGHT_MAX = 4800;
const SOURCE_PIXELS_MAX = 50_000_000; // a picture of a few bytes can claim a billion
const SECONDS_MAX = 20;

/** How files of pixels begin, as hex. Other decoders, such as that of SVG, may load further files. */
const RASTER = [
  /^ffd8ff/, // JPEG
  /^89504e470d0a1a0a/, // PNG
  /^47494638/, // GIF
  /^52494646.{8}57454250/, // WebP
  /^.{8}66747970617669(66|73)/, // AVIF
];

/**
 * Makes a WebP without metadata that is small enough for show notes. Of a moving picture it takes the first frame.
 * @throws Error if the bytes are no complete picture of pixels
 */
export async function shrinkPicture(source: Buffer): Promise<Buffer> {
  const start = source.subarray(0, 12).toString('hex');
  if (!RASTER.some((pattern) => pattern.test(start))) throw new Error('is no picture');
  const sharp = await loadSharp();
  return sharp(source, {
    limitInputPixels: SOURCE_PIXELS_MAX,
    sequentialRead: true,
    failOn: 'truncated',
  })
    .rotate()
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer();
}
