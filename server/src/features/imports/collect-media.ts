import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from 'earshot/contract';
import type { Kysely } from 'kysely';
import { probeAudio } from '../../platform/audio/probe-audio.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Fetched, Fetcher } from '../../platform/http/fetch-source.ts';
import type { RemotePictures } from '../../platform/images/remote-pictures.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import { readTranscript, type Transcribed } from '../../platform/transcripts/read-transcript.ts';
import { keepPicture, type NewMedia, saveMedia } from '../media/media.ts';
import { picturesIn, type StoredPicture, storePicture } from '../note-pictures/note-pictures.ts';
import { collectTranscript } from './collect-transcript.ts';
import { type Feed, type FeedChapter, type FeedItem, TooLarge } from './feed.ts';
import { createCredentialHider } from './hide-credentials.ts';
import {
  etagOf,
  isSameAudio,
  isSameImage,
  type KnownImage,
  type StoredAudio,
} from './is-same-file.ts';
import { type MediaFolder, openMediaFolder } from './media-folder.ts';
import { parseJson, readJsonChapters, toChapter } from './read-chapters.ts';
import { limited } from './read-feed.ts';
import type { Podcast } from './read-podcast.ts';

const MAX_AUDIO_BYTES = 2 ** 31;
const MAX_IMAGE_BYTES = 20 << 20;

export interface MediaDeps {
  database: Kysely<Schema>;
  store: MediaStore;
  fetcher: Fetcher;
  /** Folder with audio and covers that need not be fetched. */
  mediaDir?: string | undefined;
  /** Stores the pictures in notes. Without it, they are fetched when the notes are first read. */
  notePictures?: RemotePictures | undefined;
}

export interface CollectedAudio {
  media: NewMedia;
  etag?: string | null;
  chapters: FeedChapter[];
}

export interface CollectedImage {
  imageId: number;
  /** Of a picture that was fetched now, see `etagOf`. */
  etag?: string | null;
}

/** Stores the audio, pictures and chapters of a feed, from the folder or from the web. */
export async function openMediaCollector(
  feed: Feed,
  deps: MediaDeps & Pick<Podcast, 'fullAddress'>,
) {
  const { database, store, fetcher, fullAddress, mediaDir, notePictures } = deps;
  const addresses = feed.items.map(({ enclosure }) => enclosure.url);
  const folder = await openMediaFolder(mediaDir, addresses);
  const lostTranscripts: Lost[] = [];
  const lostPictures: Lost[] = [];
  const images = new Map<string, Promise<CollectedImage | null>>();
  const inNotes = new Map<string, ReturnType<typeof bringNotePicture>>();

  const fetchOrFind = async (url: string): Promise<Pick<Fetched, 'body' | 'etag' | 'bytes'>> => {
    const body = folder.find(url);
    return body ? { body } : fetcher(url);
  };
  const open = async (url: string) => (await fetchOrFind(url)).body;

  async function collectImage(
    url: string,
    known: KnownImage | null,
  ): Promise<CollectedImage | null> {
    try {
      if (known && !folder.find(url) && (await isSameImage(known, url, fetcher))) {
        return { imageId: known.imageId };
      }
      const fetched = await fetchOrFind(url);
      const imageId = await saveMedia(database, await receivePicture(store, fetched.body));
      return { imageId, etag: etagOf(fetched) };
    } catch (error) {
      rethrowOwnError(error, mediaDir);
      lostPictures.push({ name: url, reason: messageOf(error) });
      return null;
    }
  }

  /** Each address is requested once: every item may show the same logo. */
  function keepInNotes(url: string): Promise<StoredPicture | null> {
    const source = fullAddress(url);
    const known =
      inNotes.get(url) ?? bringNotePicture({ url, source, folder, notePictures, mediaDir, store });
    inNotes.set(url, known);
    known.catch(() => inNotes.delete(url));
    return known.then(({ picture, problem: reason }) => {
      if (reason !== null && !lostPictures.some(({ name }) => name === url))
        lostPictures.push({ name: url, reason });
      return picture;
    });
  }

  return {
    warnings: () => [
      ...describeLost('picture', lostPictures),
      ...describeLost('transcript', lostTranscripts),
    ],

    /** A stored picture. Each address is fetched once: a feed names the same cover in every item. */
    image(url: string | null, known: KnownImage | null): Promise<CollectedImage | null> {
      if (url === null) return Promise.resolve(null);
      const collected = images.get(url) ?? collectImage(url, known);
      images.set(url, collected);
      collected.catch(() => images.delete(url)); // the next attempt fetches it again
      return collected;
    },

    /** The transcript of an item: from the folder, in the form of an archive, else one that the feed names. */
    async transcript({ title, transcript_links }: FeedItem): Promise<Transcribed | null> {
      try {
        for (const { url, language } of transcript_links) {
          const file = folder.findListed(url);
          if (file) return { ...readArchivedTranscript(await buffer(limited(file))), language };
        }
        const { language } = feed;
        const found = await collectTranscript(transcript_links, { language, open });
        return createCredentialHider().hide(found);
      } catch (error) {
        rethrowOwnError(error, mediaDir);
        lostTranscripts.push({ name: `of "${title}"`, reason: messageOf(error) });
        return null;
      }
    },

    /** Stores the pictures in notes. Unavailable ones are tried again when the notes are read. */
    async notePictures(notes: string): Promise<StoredPicture[]> {
      const found = notePictures ? picturesIn(notes) : [];
      return (await Promise.all(found.map(keepInNotes))).filter((each) => each !== null);
    },

    hasAudioFile: ({ guid, enclosure }: FeedItem) => folder.hasAudio({ guid, url: enclosure.url }),

    /** True if the audio need not be fetched, because its address or length changed but not its bytes. */
    isStored: (item: Pick<FeedItem, 'enclosure'>, stored: StoredAudio) =>
      isSameAudio(stored, item, { fetcher, store }).catch((error) => {
        rethrowOwnError(error, mediaDir);
        return false;
      }),

    /** @throws NotPlayable, TooLarge, or an Error with the reason why the audio cannot be fetched. */
    async audio({ guid, enclosure }: FeedItem, maxBytes = MAX_AUDIO_BYTES) {
      const local = folder.findAudio({ guid, url: enclosure.url });
      return receiveFound(store, local ? { body: local } : await fetcher(enclosure.url), maxBytes);
    },

    /** The chapters of an item in the feed, or the reason why they are unreadable. */
    async chapters({ chapters, chapters_url }: FeedItem): Promise<FeedChapter[] | string> {
      if (chapters.length > 0 || !chapters_url) return chapters;
      try {
        return readJsonChapters(await buffer(limited(await open(chapters_url))));
      } catch (error) {
        rethrowOwnError(error, mediaDir);
        return messageOf(error);
      }
    },
  };
}

export type MediaCollector = Awaited<ReturnType<typeof openMediaCollector>>;

async function receiveFound(
  store: MediaStore,
  { body, etag = null, bytes }: Pick<Fetched, 'body' | 'etag' | 'bytes'>,
  maxBytes: number,
): Promise<CollectedAudio> {
  if (bytes && bytes > maxBytes) {
    body.destroy();
    throw new TooLarge(`larger than ${maxBytes} bytes`);
  }
  return { ...(await receiveAudio(store, body, maxBytes)), etag };
}

/** @throws NotPlayable, TooLarge */
export function receiveAudio(
  store: MediaStore,
  body: Readable,
  maxBytes = MAX_AUDIO_BYTES,
): Promise<CollectedAudio> {
  return receive(store, body, Math.min(maxBytes, MAX_AUDIO_BYTES), async (draft) => {
    const { chapters, ...facts } = await draft.withLocalFile(probeAudio);
    await draft.keep();
    const { sha256, bytes: file_size } = draft;
    return {
      media: { sha256, kind: 'audio', ...facts, file_size },
      chapters: chapters.map(({ starts_at: start, title }) => toChapter({ start, title })),
    };
  });
}

/** @throws Error if it is not a picture */
export function receivePicture(store: MediaStore, body: Readable): Promise<NewMedia> {
  return receive(store, body, MAX_IMAGE_BYTES, (draft) => keepPicture(store, draft).catch(explain));
}

interface NotePicture extends Pick<MediaDeps, 'notePictures' | 'mediaDir'> {
  url: string;
  /** The address with its credentials. */
  source?: string;
  store: MediaStore;
  folder: Pick<MediaFolder, 'findListed'>;
}

/**
 * Stores a picture in notes, from the folder or from its host. `problem` is the reason why the file in the folder is
 * unusable.
 */
export async function bringNotePicture({
  url,
  source = url,
  folder,
  notePictures,
  mediaDir,
  store,
}: NotePicture): Promise<{ picture: StoredPicture | null; problem: string | null }> {
  if (!notePictures) return { picture: null, problem: null };
  const file = folder.findListed(url);
  try {
    if (file) await notePictures.keep(source, file);
  } catch (error) {
    rethrowOwnError(error, mediaDir);
    return { picture: null, problem: messageOf(error) };
  }
  return { picture: await storePicture(store, notePictures, { url, source }), problem: null };
}

async function receive<T>(
  store: MediaStore,
  body: Readable,
  maxBytes: number,
  use: (draft: Draft) => Promise<T>,
): Promise<T> {
  const draft = await store.receive(body, maxBytes).catch((cause: unknown) => {
    throw cause instanceof RangeError ? new TooLarge(cause.message, { cause }) : cause;
  });
  try {
    return await use(draft);
  } finally {
    await draft.discard();
  }
}

/** JSON of Podcasting 2.0, or with plain text only. */
export function readArchivedTranscript(bytes: Buffer): Transcribed {
  const { text, language } = parseJson(bytes) as Record<string, unknown>;
  const words =
    typeof text === 'string'
      ? readTranscript(Buffer.from(text), 'txt')
      : readTranscript(bytes, 'json');
  return typeof language === 'string' ? { ...words, language } : words;
}

interface Lost {
  /** Its name in the report. */
  name: string;
  reason: string;
}

/** One line for each reason: if a host is down, the pictures of hundreds of items are missing. */
function describeLost(kind: 'picture' | 'transcript', all: readonly Lost[]): string[] {
  return [...groupBy(all, ({ reason }) => reason)].map(([reason, lost]) => {
    const subject = lost.length > 1 ? `${lost.length} ${kind}s, the first` : `The ${kind}`;
    return `${subject} ${lost[0]?.name}, left out: ${reason}.`;
  });
}

function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const [words = ''] = error.messages;
  throw new Error(
    words.startsWith('image: must be') ? 'it is not a picture' : words.replace('image:', 'it'),
  );
}

const DISK_CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/** An error of our own disk or database is not caused by the feed: the item must not be stored without its media. */
export function rethrowOwnError(error: unknown, mediaDir?: string): void {
  if (error instanceof DatabaseUnavailable) throw error;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isOperators = mediaDir !== undefined && path?.startsWith(join(mediaDir, sep));
  if (DISK_CODES.test(code) || (path !== undefined && !isOperators)) throw error;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
