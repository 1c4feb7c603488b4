import type { IPicture } from 'music-metadata';
import { isRaster } from './is-raster.ts';
import { loadSharp } from './load-sharp.ts';

const PICTURES_MAX = 20;
const MAX_PIXELS = 50_000_000;

/** The cover among the pictures of an audio file: the front cover, else the largest. Broken ones do not count. */
export async function chooseCover(pictures: readonly IPicture[]): Promise<Uint8Array | null> {
  const found: { data: Uint8Array; isFront: boolean; pixels: number }[] = [];
  for (const { data, type = '' } of pictures.slice(0, PICTURES_MAX)) {
    const pixels = await countPixels(data);
    if (pixels > 0) found.push({ data, isFront: /front/i.test(type), pixels });
  }
  found.sort((a, b) => Number(b.isFront) - Number(a.isFront) || b.pixels - a.pixels);
  return found[0]?.data ?? null;
}

/** 0 for bytes that are no complete picture. */
async function countPixels(data: Uint8Array): Promise<number> {
  if (!isRaster(data)) return 0;
  const sharp = await loadSharp();
  try {
    const image = sharp(data, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
    const { width, height } = await image.metadata();
    await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    return width * height;
  } catch {
    return 0;
  }
}
