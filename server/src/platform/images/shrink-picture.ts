import { isRaster } from './is-raster.ts';
import { loadSharp } from './load-sharp.ts';

const WIDTH_MAX = 1200; // pixels: notes are at most 42em wide, and screens have two pixels for one
const HEIGHT_MAX = 4800;
const SOURCE_PIXELS_MAX = 50_000_000; // a picture of a few bytes can claim a billion
const SECONDS_MAX = 20;

/**
 * Makes a WebP without metadata that is small enough for show notes. Animations keep their first frame.
 * @throws Error if the bytes are not a complete raster picture
 */
export async function shrinkPicture(source: Buffer): Promise<Buffer> {
  if (!isRaster(source)) throw new Error('is no picture');
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
