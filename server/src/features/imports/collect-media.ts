import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { type AudioChapter, probeAudio } from '../../platform/audio/probe-audio.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { probeImage } from '../../platform/images/image-presets.ts';
import type { RemotePictures } from '../../platform/images/remote-pictures.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { readTranscript, type Transcribed } from '../../platform/transcripts/read-transcript.ts';
import { keepPicture, type NewMedia, saveMedia } from '../media/media.ts';
import { picturesIn, type StoredPicture, storePicture } from '../note-pictures/note-pictures.ts';
import type { Feed, FeedChapter, FeedItem } from './feed.ts';
import { type MediaFolder, openMediaFolder } from './media-folder.ts';
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
  /** Brings the pictures in notes. Without it, they are fetched when somebody reads the notes. */
  notePictures?: RemotePictures | undefined;
}

export interface CollectedAudio {
  media: NewMedia;
  chapters: FeedChapter[];
}

/** Brings the audio, the pictures and the chapters of a feed into the store, from the folder or from the web. */
export async function openMediaCollector(feed: Feed, deps: MediaDeps) {
  const { database, store, fetcher, mediaDir, notePictures } = deps;
  const folder = await openMediaFolder(
    mediaDir,
    feed.items.map(({ enclosure }) => enclosure.url),
  );
  const warnings: string[] = [];
  const lostPictures: { url: string; reason: string }[] = [];
  const images = new Map<string, Promise<number | null>>();
  const inNotes = new Map<string, ReturnType<typeof bringNotePicture>>();

  const open = async (url: string) => folder.find(url) ?? (await fetcher(url)).body;

  async function collectImage(url: string): Promise<number | null> {
    try {
      return await saveMedia(database, await receivePicture(store, await open(url)));
    } catch (error) {
      rethrowOwnError(error, mediaDir);
      lostPictures.push({ url, reason: messageOf(error) });
      return null;
    }
  }

  /** Each address is asked once: every item may show the same logo. */
  function keepInNotes(url: string): Promise<StoredPicture | null> {
    const known =
      inNotes.get(url) ?? bringNotePicture({ url, folder, notePictures, mediaDir, store });
    inNotes.set(url, known);
    known.catch(() => inNotes.delete(url));
    return known.then(({ picture, problem: reason }) => {
      if (reason !== null && !lostPictures.some((lost) => lost.url === url))
        lostPictures.push({ url, reason });
      return picture;
    });
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

    /** The transcript of an item that the folder has, as an archive writes it. All others stay where they are. */
    async transcript(item: FeedItem): Promise<Transcribed | null> {
      for (const { url, language } of item.transcript_links) {
        const file = folder.findListed(url);
        if (!file) continue;
        try {
          return { ...readArchivedTranscript(await buffer(limited(file))), language };
        } catch (error) {
          rethrowOwnError(error, mediaDir);
          warnings.push(`The transcript of "${item.title}" was left out: ${messageOf(error)}.`);
        }
      }
      return null;
    },

    /** Brings the pictures in notes. Those that cannot be had now are tried again when somebody reads the notes. */
    async notePictures(notes: string): Promise<StoredPicture[]> {
      const found = notePictures ? picturesIn(notes) : [];
      return (await Promise.all(found.map(keepInNotes))).filter((each) => each !== null);
    },

    hasAudioFile: ({ guid, enclosure }: FeedItem) => folder.hasAudio({ guid, url: enclosure.url }),

    /** @throws NotPlayable, or an Error that says why the audio cannot be fetched. */
    async audio({ guid, enclosure }: FeedItem): Promise<CollectedAudio> {
      const local = folder.findAudio({ guid, url: enclosure.url });
      const body = local ?? (await fetcher(enclosure.url)).body;
      return receiveAudio(store, body);
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

/** @throws NotPlayable */
export function receiveAudio(store: MediaStore, body: Readable): Promise<CollectedAudio> {
  return receive(store, body, MAX_AUDIO_BYTES, async (draft) => {
    const { chapters, ...facts } = await draft.withLocalFile(probeAudio);
    await draft.keep();
    const { sha256, bytes: file_size } = draft;
    return {
      media: { sha256, kind: 'audio', ...facts, file_size },
      chapters: chapters.map(plain),
    };
  });
}

/** @throws Error if it is no picture */
export function receivePicture(store: MediaStore, body: Readable): Promise<NewMedia> {
  return receive(store, body, MAX_IMAGE_BYTES, (draft) => keepPicture(store, draft, mustProbe));
}

interface NotePicture extends Pick<MediaDeps, 'notePictures' | 'mediaDir'> {
  url: string;
  store: MediaStore;
  folder: Pick<MediaFolder, 'findListed'>;
}

/** Stores a picture in notes, from the folder or from its host. The problem says why that of the folder cannot be used. */
export async function bringNotePicture({
  url,
  folder,
  notePictures,
  mediaDir,
  store,
}: NotePicture): Promise<{ picture: StoredPicture | null; problem: string | null }> {
  if (!notePictures) return { picture: null, problem: null };
  const file = folder.findListed(url);
  try {
    if (file) await notePictures.keep(url, file);
  } catch (error) {
    rethrowOwnError(error, mediaDir);
    return { picture: null, problem: messageOf(error) };
  }
  return { picture: await storePicture(store, notePictures, url), problem: null };
}

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

/** JSON of Podcasting 2.0, or with the text alone. */
export function readArchivedTranscript(bytes: Buffer): Transcribed {
  const { text, language } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const words =
    typeof text === 'string'
      ? readTranscript(Buffer.from(text), 'txt')
      : readTranscript(bytes, 'json');
  return typeof language === 'string' ? { ...words, language } : words;
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
