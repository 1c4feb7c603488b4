import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaStore } from '../storage/media-store.ts';

const MAX_PIXELS = 100_000_000; // covers have at most 9 million; a much larger picture is an attack on the memory
const FORMATS = { webp: { quality: 80 }, jpg: { quality: 82, mozjpeg: true } } as const;
export type ImageFormat = keyof typeof FORMATS;

sharp.cache(false);

/** Makes each square preset of a picture once and stores it in a folder. */
export interface ImagePresets {
  /** Path of the preset. Null if the source is not a readable picture. */
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
      // An error of the disk says nothing about the picture.
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

/** Reads the type of a picture from its bytes. Null if they are not a picture. */
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
