import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createFileCache } from '../cache/file-cache.ts';
import { createFetcher, type Fetcher } from '../http/fetch-source.ts';
import { type Pace, Unreachable } from '../http/send-request.ts';
import { createTurns } from '../threads/turns.ts';
import { isRaster } from './is-raster.ts';
import { loadSharp } from './load-sharp.ts';
import { inPictureTurn } from './picture-turns.ts';

const VERSION = 'webp1'; // changes with the encoding
const SOURCE_BYTES_MAX = 15_000_000;
const TOTAL_MS = 15_000;
const PACE = { silenceMs: 5_000, answerMs: 5_000, totalMs: 10_000, spanMs: 5_000 };
const RETRY_AFTER_MS = 600_000;
const FAILURES_KEPT = 2_000;

/** Pictures of other hosts, reduced in size and kept in a folder of this host. */
export interface RemotePictures {
  /** A WebP. Null if the host sends no picture, or failed some minutes ago. */
  read(url: string): Promise<{ bytes: number; body: Readable } | null>;
  /**
   * Keeps a given picture in place of the one that its host sends.
   * @throws Error if it is too large, or not a picture
   */
  keep(url: string, picture: Readable): Promise<void>;
}

export interface RemotePicturesOptions {
  folder: string;
  /** Beyond this size, the least recently read pictures are removed. */
  maxBytes: number;
  /** Hosts with port that may have private addresses. */
  privateHosts?: readonly string[];
  pace?: Partial<Pace>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

export function createRemotePictures({
  folder,
  maxBytes,
  privateHosts = [],
  pace = PACE,
  now = () => performance.now(),
}: RemotePicturesOptions): RemotePictures {
  const files = createFileCache({ folder, maxBytes });
  const inTurn = createTurns({ atOnceMax: 4, waitingMax: 100, busyMessage: 'Too many pictures.' });
  const underWay = new Map<string, Promise<void>>();
  /** The time from which an address or a host may be tried again. */
  const failures = new Map<string, number>();

  const isPaused = (name: string) => (failures.get(name) ?? 0) > now();
  function pause(name: string): void {
    failures.delete(name);
    failures.set(name, now() + RETRY_AFTER_MS);
    const [oldest] = failures.keys();
    if (failures.size > FAILURES_KEPT && oldest !== undefined) failures.delete(oldest);
  }

  async function fetchPicture(url: string): Promise<void> {
    const { host } = new URL(url);
    if (isPaused(url) || isPaused(host)) return; // it failed while this request was queued
    let picture: Buffer;
    try {
      picture = await shrinkPicture(await download(createFetcher({ privateHosts, pace }), url));
    } catch (error) {
      // A silent host would delay each of its pictures.
      pause(error instanceof Unreachable ? host : url);
      return;
    }
    await files.keep(groupOf(url), VERSION, [picture]);
  }

  /** Several readers share one request. */
  function makeOnce(url: string): Promise<void> {
    const started = underWay.get(url);
    if (started) return started;
    const made = inTurn(() => fetchPicture(url)).finally(() => underWay.delete(url));
    underWay.set(url, made);
    return made;
  }

  return {
    async read(url) {
      const kept = await files.read(groupOf(url), VERSION);
      if (kept || isPaused(url) || isPaused(new URL(url).host)) return kept;
      await makeOnce(url);
      return files.read(groupOf(url), VERSION);
    },
    async keep(url, picture) {
      await files.keep(groupOf(url), VERSION, [await shrinkPicture(await readAll(picture))]);
    },
  };
}

const groupOf = (url: string) => createHash('sha256').update(url).digest('hex');

/** @throws Error if the host sends too much, or takes too long with all its redirects. */
async function download(fetcher: Fetcher, url: string): Promise<Buffer> {
  const answer = fetcher(url);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      answer.then(({ body }) => body.destroy()).catch(() => {}); // the deadline error is reported instead
      reject(new Unreachable('took too long'));
    }, TOTAL_MS);
  });
  try {
    return await Promise.race([answer.then(({ body }) => readAll(body)), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > SOURCE_BYTES_MAX) throw new Error('is too large'); // leaving the loop closes the stream
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const WIDTH_MAX = 1200; // pixels: notes are at most 42em wide, and screens have two pixels for one
const HEIGHT_MAX = 4800;
const SOURCE_PIXELS_MAX = 50_000_000; // a picture of a few bytes can claim a billion
const SECONDS_MAX = 20;

/**
 * Makes a WebP without metadata that is small enough for show notes. Animations keep their first frame.
 * @throws Error if the bytes are not a complete raster picture
 */
async function shrinkPicture(source: Buffer): Promise<Buffer> {
  if (!isRaster(source)) throw new Error('is no picture');
  const sharp = await loadSharp();
  const options = {
    limitInputPixels: SOURCE_PIXELS_MAX,
    sequentialRead: true,
    failOn: 'truncated',
  } as const;
  const small = sharp(source, options)
    .rotate()
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: SECONDS_MAX });
  return inPictureTurn(() => small.toBuffer());
}
