import { loadSharp } from './load-sharp.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

/**
 * The same picture without what it says about its maker: the place, the time, the camera, names and comments. A JPEG, PNG
 * or WebP keeps its pixels, its colours and its orientation. Other types are returned as they are.
 */
export async function stripMetadata(bytes: Buffer): Promise<Buffer> {
  const strip = stripperOf(bytes);
  if (!strip) return bytes;
  return strip(bytes) ?? encodeAgain(bytes);
}

/** The way out for a file that decoders read although its parts do not fit together. Sharp writes no metadata. */
async function encodeAgain(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'truncated' }).rotate().keepIccProfile().toBuffer();
}

function stripperOf(bytes: Buffer): ((bytes: Buffer) => Buffer | null) | null {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return stripJpeg;
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return stripPng;
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? stripWebp : null;
}
