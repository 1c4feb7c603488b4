import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { IMAGE_SIZES } from 'earshot/contract';
import type { MediaStore } from '../storage/media-store.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { FEED_IMAGE_SIZES } from './feed-image.ts';
import { loadSharp } from './load-sharp.ts';
import { inPictureTurn } from './picture-turns.ts';

const MAX_PIXELS = 100_000_000; // covers have at most 9 million; a much larger picture is an attack on the memory
/** As strict as `cleanPicture`: browsers show a picture that is damaged in the middle. */
const READING = { limitInputPixels: MAX_PIXELS, failOn: 'truncated' } as const;
const FORMATS = { webp: { quality: 80 }, jpg: { quality: 82, mozjpeg: true } } as const;
export type ImageFormat = keyof typeof FORMATS;

/** Makes each square preset of a picture once and keeps it in a folder of this host, if its disk has room. */
export interface ImagePresets {
  /** Opens a preset. Null if the source is not a readable picture. */
  read(sha256: string, size: number, format: ImageFormat): Promise<Readable | null>;
  /** Removes all presets of a picture. */
  forget(sha256: string): Promise<void>;
}

export function createImagePresets(
  store: MediaStore,
  folder: string,
  write: (path: string, picture: Buffer) => Promise<void> = writeFile,
): ImagePresets {
  const underWay = new Map<string, Promise<string | Buffer | null>>();
  const pathOf = (sha256: string, size: number, format: ImageFormat) =>
    join(folder, `${sha256}-${size}.${format}`);

  /** The path of the preset, or the preset itself if the disk is full: readers should not miss their pictures. */
  async function build(sha256: string, size: number, format: ImageFormat, path: string) {
    if (await stat(path).catch(() => null)) return path;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}.tmp`;
    let square: Buffer | null = null;
    try {
      square = await store.withLocalFile(sha256, (source) =>
        inPictureTurn(() => makeSquare(source, { size, format })),
      );
      await write(draft, square);
      await rename(draft, path);
      return path;
    } catch (error) {
      await rm(draft, { force: true });
      if (square && /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? ''))
        return square;
      // An error of the disk or the storage does not mean that the picture is bad.
      const isOurs = error instanceof StorageUnavailable || (error as NodeJS.ErrnoException).code;
      if (isOurs) throw error;
      return null;
    }
  }

  function make(sha256: string, size: number, format: ImageFormat) {
    const path = pathOf(sha256, size, format);
    const started = underWay.get(path) ?? build(sha256, size, format, path);
    underWay.set(path, started);
    started.finally(() => underWay.delete(path)).catch(() => {});
    return started;
  }

  return {
    async read(sha256, size, format) {
      const made = await make(sha256, size, format);
      if (typeof made === 'string') return (await open(made)).createReadStream();
      return made && Readable.from([made]);
    },
    async forget(sha256) {
      const formats = Object.keys(FORMATS) as ImageFormat[];
      const paths = [...IMAGE_SIZES, ...FEED_IMAGE_SIZES].flatMap((size) =>
        formats.map((format) => pathOf(sha256, size, format)),
      );
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

async function makeSquare(
  source: string,
  { size, format }: { size: number; format: ImageFormat },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(source, READING).rotate();
  const isForFeeds = FEED_IMAGE_SIZES.some((feedSize) => feedSize === size);
  const square = isForFeeds
    ? image
        .flatten({ background: '#fff' })
        .resize(size, size, { fit: 'contain', background: await dominantColor(source) })
    : image.resize(size, size, { fit: 'cover' });
  const encoded = square.toFormat(format === 'jpg' ? 'jpeg' : format, FORMATS[format]);
  return encoded.toBuffer(); // not `toFile`, whose errors do not tell a full disk from a bad picture
}

/** The colour of the bars beside a picture that is not square. */
async function dominantColor(source: string) {
  const sharp = await loadSharp();
  const image = sharp(source, READING).flatten({ background: '#fff' });
  const small = await image.resize(64, 64, { fit: 'fill' }).toColourspace('srgb').png().toBuffer();
  return (await sharp(small).stats()).dominant;
}
