import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaStore } from '../storage/media-store.ts';

const MAX_PIXELS = 100_000_000; // a cover is 9 million at most; what is larger is a bomb
const FORMATS = { webp: { quality: 80 }, jpg: { quality: 82, mozjpeg: true } } as const;
export type ImageFormat = keyof typeof FORMATS;

sharp.cache(false);

/** Makes square presets of pictures (spec 9), once each, kept under `folder`. */
export interface ImagePresets {
  /** Path of the preset; null where the source is not a picture that can be read. */
  make(sha256: string, size: number, format: ImageFormat): Promise<string | null>;
}

export function createImagePresets(store: MediaStore, folder: string): ImagePresets {
  const underWay = new Map<string, Promise<string | null>>();

  async function build(sha256: string, size: number, format: ImageFormat, path: string) {
    if (await stat(path).catch(() => null)) return path;
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    try {
      await store.withLocalFile(sha256, (source) =>
        makeSquare(source, { size, format, path: draft }),
      );
      await rename(draft, path);
      return path;
    } catch (error) {
      // Trouble with our own disk is not the picture's fault.
      if ((error as NodeJS.ErrnoException).code) throw error;
      return null;
    }
  }

  return {
    make(sha256, size, format) {
      const path = join(folder, `${sha256}-${size}.${format}`);
      const started = underWay.get(path) ?? build(sha256, size, format, path);
      underWay.set(path, started);
      started.finally(() => underWay.delete(path)).catch(() => {});
      return started;
    },
  };
}

async function makeSquare(
  source: string,
  { size, format, path }: { size: number; format: ImageFormat; path: string },
): Promise<void> {
  const image = sharp(source, { limitInputPixels: MAX_PIXELS }).rotate();
  const square = image.resize(size, size, { fit: 'cover' });
  await square.toFormat(format === 'jpg' ? 'jpeg' : format, FORMATS[format]).toFile(path);
}

/** Type of a picture from its bytes; null where it is none. */
export async function probeImage(path: string) {
  const types = {
    jpeg: { mime_type: 'image/jpeg', extension: 'jpg' },
    png: { mime_type: 'image/png', extension: 'png' },
    webp: { mime_type: 'image/webp', extension: 'webp' },
    gif: { mime_type: 'image/gif', extension: 'gif' },
  } as const;
  try {
    const { format } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
    return types[format as keyof typeof types] ?? null;
  } catch {
    return null;
  }
}
