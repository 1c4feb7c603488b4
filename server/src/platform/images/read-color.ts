import { chooseColor } from './choose-color.ts';
import { loadSharp } from './load-sharp.ts';

const MAX_PIXELS = 100_000_000;
const SIDE = 64; // pixels: enough to tell which colours are frequent

/** The accent of a stored picture. Null if it is grey or unreadable. */
export async function readColor(picture: string | Buffer): Promise<string | null> {
  const sharp = await loadSharp();
  const pixels = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  // A picture in shades of grey has fewer channels.
  return pixels?.info.channels === 3 ? chooseColor(pixels.data) : null;
}
