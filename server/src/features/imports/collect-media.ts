import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { type AudioChapter, probeAudio } from '../../platform/audio/probe-audio.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { probeImage } from '../../platform/images/image-presets.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { keepPicture, type NewMedia, saveMedia } from '../media/media.ts';
import type { Feed, FeedChapter, FeedItem } from './feed.ts';
import { openMediaFolder } from './media-folder.ts';
import { readJsonChapters } from './read-chapters.ts';
import { limited } from './read-feed.ts';

const MAX_AUDIO_BYTES = 2 ** 31;
const MAX_IMAGE_BYTES = 20 << 20;

export interface MediaDeps {
  database: Kysely<Schema>;
  store: MediaStore;
  fetcher: Fetcher;
  /** Folder with audio and covers that need not be fetched. */
  mediaDir?: string | undefined;
}

export interface CollectedAudio {
  media: NewMedia;
  chapters: FeedChapter[];
}

/** Brings the audio, the pictures and the chapters of a feed into the store, from the folder or from the web. */
export async function openMediaCollector(feed: Feed, deps: MediaDeps) {
  const { database, store, fetcher, mediaDir } = deps;
  const folder = await openMediaFolder(
    mediaDir,
    feed.items.map(({ enclosure }) => enclosure.url),
  );
  const warnings: string[] = [];
  const lostPictures: { url: string; reason: string }[] = [];
  const images = new Map<string, Promise<number | null>>();

  const open = async (url: string) => folder.find(url) ?? (await fetcher(url)).body;

  async function collectImage(url: string): Promise<number | null> {
    try {
      return await receive(store, await open(url), MAX_IMAGE_BYTES, async (draft) => {
        return saveMedia(database, await keepPicture(store, draft, mustProbe));
      });
    } catch (error) {
      rethrowOwnError(error, mediaDir);
      lostPictures.push({ url, reason: messageOf(error) });
      return null;
    }
  }

  return {
    warnings: () => [...warnings, ...describeLost(lostPictures)],

    /** The id of a stored picture. Each address is fetched once: a feed names the same cover at every item. */
    image(url: string | null): Promise<number | null> {
      if (url === null) return Promise.resolve(null);
      const known = images.get(url) ?? collectImage(url);
      images.set(url, known);
      known.catch(() => images.delete(url)); // the next attempt fetches it again
      return known;
    },

    hasAudioFile: ({ guid, enclosure }: FeedItem) => folder.hasAudio({ guid, url: enclosure.url }),

    /** @throws NotPlayable, or an Error that says why the audio cannot be fetched. */
    async audio({ guid, enclosure }: FeedItem): Promise<CollectedAudio> {
      const local = folder.findAudio({ guid, url: enclosure.url });
      const body = local ?? (await fetcher(enclosure.url)).body;
      return receive(store, body, MAX_AUDIO_BYTES, async (draft) => {
        const { chapters, ...facts } = await draft.withLocalFile(probeAudio);
        await draft.keep();
        const { sha256, bytes: file_size } = draft;
        return {
          media: { sha256, kind: 'audio', ...facts, file_size },
          chapters: chapters.map(plain),
        };
      });
    },

    /** The chapters that the feed names for an item; none if they cannot be read. */
    async chapters(item: FeedItem): Promise<FeedChapter[]> {
      if (item.chapters.length > 0 || !item.chapters_url) return item.chapters;
      try {
        const json = await buffer(limited(await open(item.chapters_url)));
        return readJsonChapters(JSON.parse(json.toString('utf8')));
      } catch (error) {
        rethrowOwnError(error, mediaDir);
        warnings.push(`The chapters of "${item.title}" were left out: ${messageOf(error)}.`);
        return [];
      }
    },
  };
}

export type MediaCollector = Awaited<ReturnType<typeof openMediaCollector>>;

async function receive<T>(
  store: MediaStore,
  body: Readable,
  maxBytes: number,
  use: (draft: Draft) => Promise<T>,
): Promise<T> {
  const draft = await store.receive(body, maxBytes);
  try {
    return await use(draft);
  } finally {
    await draft.discard();
  }
}

function plain({ starts_at, title }: AudioChapter): FeedChapter {
  return { starts_at, title: cleanLine(title), url: null, image_url: null };
}

/** One line for each reason: if a host is down, the pictures of hundreds of items are missing. */
function describeLost(lost: readonly { url: string; reason: string }[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { url, reason } of lost) byReason.set(reason, [...(byReason.get(reason) ?? []), url]);
  return [...byReason].map(([reason, [first, ...others]]) => {
    const subject = others.length > 0 ? `${others.length + 1} pictures, the first` : 'The picture';
    return `${subject} ${first}, left out: ${reason}.`;
  });
}

async function mustProbe(path: string) {
  const type = await probeImage(path);
  if (!type) throw new Error('it is not a picture');
  return type;
}

const DISK_CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/** An error of our own disk or database is not the fault of the feed: the item must not be stored without its media. */
export function rethrowOwnError(error: unknown, mediaDir?: string): void {
  if (error instanceof DatabaseUnavailable) throw error;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isOperators = mediaDir !== undefined && path?.startsWith(join(mediaDir, sep));
  if (DISK_CODES.test(code) || (path !== undefined && !isOperators)) throw error;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
