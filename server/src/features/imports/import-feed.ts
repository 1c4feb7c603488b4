import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely, Transaction } from 'kysely';
import { type AudioChapter, NotPlayable, probeAudio } from '../../platform/audio/probe-audio.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { createFetcher, type Fetcher, givingUp } from '../../platform/http/fetch-source.ts';
import { isPrivateUrl } from '../../platform/http/private-address.ts';
import { probeImage } from '../../platform/images/image-presets.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { type NewMedia, saveMedia } from '../media/media.ts';
import { openMediaFolder } from './media-folder.ts';
import {
  type Feed,
  type FeedChapter,
  type FeedItem,
  FeedRefused,
  parseFeed,
  webAddress,
} from './parse-feed.ts';
import { readJsonChapters } from './read-chapters.ts';
import { decodeFeed } from './read-feed-text.ts';
import { findHosted, saveEpisode, saveShow } from './repository.ts';

export interface ImportDeps {
  database: Kysely<Schema>;
  store: MediaStore;
  /** Folder with audio and covers that need not be fetched. */
  mediaDir?: string | undefined;
  fetcher?: Fetcher;
  report?: (progress: ImportProgress) => void;
}

/** Told after the item is safe in the database, never before. */
export interface ImportProgress {
  done: number;
  total: number;
  title: string;
  outcome: 'imported' | 'updated' | 'linked' | 'refused';
  /** Why, for `linked` (the audio stays at its first home) and `refused`. */
  reason?: string;
}

export interface ImportSummary {
  show_id: number;
  title: string;
  imported: number;
  updated: number;
  linked: number;
  refused: number;
  /** What went wrong beside the episodes, e.g. with the cover. */
  warnings: string[];
}

const MAX_FEED_BYTES = 50 << 20;
const MAX_AUDIO_BYTES = 2 ** 31;
const MAX_IMAGE_BYTES = 20 << 20;

/**
 * Imports a podcast from its feed. Importing again updates by `guid`.
 * @throws FeedRefused, with nothing written, when the source is no podcast feed.
 */
export async function importFeed(source: string, deps: ImportDeps): Promise<ImportSummary> {
  const fetcher = deps.fetcher ?? (await fetcherFor(source));
  const feed = parseFeed(await readSource(source, fetcher));
  const run = await createRun(feed, { ...deps, fetcher: givingUp(fetcher) });
  const showId = await run.saveShow();
  const counts = { imported: 0, updated: 0, linked: 0, refused: 0 };
  const total = feed.items.length + feed.refused.length;
  let done = 0;
  const tell = (progress: Omit<ImportProgress, 'done' | 'total'>) => {
    done += 1;
    counts[progress.outcome] += 1;
    deps.report?.({ done, total, ...progress });
  };
  for (const { title, reason } of feed.refused) tell({ title, outcome: 'refused', reason });
  for (const [index, item] of feed.items.entries()) tell(await run.saveItem(showId, item, index));
  return { show_id: showId, title: feed.title, warnings: run.warnings(), ...counts };
}

/** What a public feed names may lie on public addresses only; a file, or a feed of this network, may name any. */
async function fetcherFor(source: string): Promise<Fetcher> {
  return createFetcher({ allowPrivate: !webAddress(source) || (await isPrivateUrl(source)) });
}

async function readSource(source: string, fetcher: Fetcher): Promise<string> {
  if (!webAddress(source)) {
    const bytes = await readFile(source).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.code;
      throw new FeedRefused(`The feed ${source} can not be read: ${why}.`, { cause });
    });
    return decodeFeed(bytes);
  }
  try {
    const { body, contentType } = await fetcher(source);
    return decodeFeed(await buffer(limited(body, MAX_FEED_BYTES)), contentType);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FeedRefused(`The feed ${source} can not be fetched: ${why}.`, { cause });
  }
}

async function* limited(body: Readable, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw new RangeError(`larger than ${maxBytes} bytes`);
    yield chunk as Buffer;
  }
}

interface Found {
  media: NewMedia;
  chapters: AudioChapter[];
}

async function createRun(feed: Feed, deps: ImportDeps & { fetcher: Fetcher }) {
  const { database, store, fetcher } = deps;
  const addresses = feed.items.map(({ enclosure }) => enclosure.url);
  const folder = await openMediaFolder(deps.mediaDir, addresses);
  const warnings: string[] = [];
  const lostPictures: { url: string; reason: string }[] = [];
  const startedAt = Date.now();
  const images = new Map<string, Promise<number | null>>();

  const open = async (url: string) => folder.find(url) ?? (await fetcher(url)).body;

  /** Each picture once: a feed names the same cover at every item. */
  function image(url: string | null): Promise<number | null> {
    if (url === null) return Promise.resolve(null);
    const known = images.get(url) ?? fetchImage(url);
    images.set(url, known);
    return known;
  }

  async function fetchImage(url: string): Promise<number | null> {
    let draft: Draft | null = null;
    try {
      draft = await store.receive(await open(url), MAX_IMAGE_BYTES);
      const type = await draft.withLocalFile(probeImage);
      if (!type) throw new Error('it is not a picture');
      const { sha256, bytes } = draft;
      await draft.keep();
      return await saveMedia(database, {
        sha256,
        kind: 'image',
        ...type,
        file_size: bytes,
        duration: 0,
      });
    } catch (error) {
      rethrowDiskTrouble(error, deps.mediaDir);
      lostPictures.push({ url, reason: messageOf(error) });
      return null;
    } finally {
      await draft?.discard();
    }
  }

  /** Null where we host it already and the feed still names the same file. */
  async function audio(showId: number, { guid, enclosure }: FeedItem): Promise<Found | null> {
    const local = folder.findAudio({ guid, url: enclosure.url });
    if (!local && (await findHosted(database, showId, { guid, enclosure }))) return null;
    const body = local ?? (await fetcher(enclosure.url)).body;
    const draft = await store.receive(body, MAX_AUDIO_BYTES);
    try {
      const { chapters, ...facts } = await draft.withLocalFile(probeAudio);
      await draft.keep();
      const media = {
        sha256: draft.sha256,
        kind: 'audio' as const,
        ...facts,
        file_size: draft.bytes,
      };
      return { media, chapters };
    } finally {
      await draft.discard();
    }
  }

  /** The feed's own chapters count before those in its file. */
  async function chapters(item: FeedItem): Promise<FeedChapter[]> {
    if (item.chapters.length > 0 || !item.chapters_url) return item.chapters;
    try {
      const body = await buffer(limited(await open(item.chapters_url), MAX_FEED_BYTES));
      return readJsonChapters(JSON.parse(body.toString('utf8')));
    } catch (error) {
      warnings.push(`The chapters of "${item.title}" were left out: ${messageOf(error)}.`);
      return [];
    }
  }

  return {
    warnings: () => [...warnings, ...describeLost(lostPictures)],
    async saveShow(): Promise<number> {
      const imageId = await image(feed.image_url);
      return database.transaction().execute((transaction) => saveShow(transaction, feed, imageId));
    },
    async saveItem(
      showId: number,
      item: FeedItem,
      index: number,
    ): Promise<Omit<ImportProgress, 'done' | 'total'>> {
      const { title } = item;
      let found: Found | null = null;
      let reason: string | null = null;
      try {
        found = await audio(showId, item);
      } catch (error) {
        rethrowDiskTrouble(error, deps.mediaDir);
        const refusal = refusalOf(error, item);
        if (refusal) return { title, outcome: 'refused', reason: refusal };
        reason = `its audio stays where it is: ${messageOf(error)}`;
      }
      const own = await chapters(item);
      const inFile = found?.chapters.map(({ starts_at, title }) => ({
        starts_at,
        title: cleanLine(title),
        url: null,
        image_url: null,
      }));
      const imageId = item.image_url === feed.image_url ? null : await image(item.image_url);
      const save = async (transaction: Transaction<Schema>) =>
        saveEpisode(transaction, {
          showId,
          item,
          imageId,
          media_id: found && (await saveMedia(transaction, found.media)),
          fallback: new Date(startedAt - index * 1000), // keeps the feed's order
          chapters: own.length > 0 ? own : (inFile ?? null),
        });
      try {
        const isNew = await database.transaction().execute(save);
        if (reason !== null) return { title, outcome: 'linked', reason };
        return { title, outcome: isNew ? 'imported' : 'updated' };
      } catch (error) {
        if (!isBadData(error)) throw error;
        return { title, outcome: 'refused', reason: `it can't be stored: ${messageOf(error)}` };
      }
    },
  };
}

/** One line for each reason: a host that is down takes the pictures of hundreds of items along. */
function describeLost(lost: readonly { url: string; reason: string }[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { url, reason } of lost) byReason.set(reason, [...(byReason.get(reason) ?? []), url]);
  return [...byReason].map(([reason, [first, ...others]]) => {
    const what = others.length > 0 ? `${others.length + 1} pictures, the first` : 'The picture';
    return `${what} ${first}, left out: ${reason}.`;
  });
}

/** Why an item is left out; null where it can still be linked to. */
function refusalOf(error: unknown, { enclosure }: FeedItem): string | null {
  if (error instanceof NotPlayable) return error.message;
  return webAddress(enclosure.url) ? null : `its audio ${enclosure.url} is not there`;
}

/** PostgreSQL's classes 22 (data exception) and 54 (program limit): this item's fault alone. */
function isBadData(error: unknown): boolean {
  return /^(22|54)/.test((error as { code?: string }).code ?? '');
}

/** Trouble with our own disk is not the feed's fault: it ends the import, with what is done kept. */
function rethrowDiskTrouble(error: unknown, mediaDir = ''): void {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const isOurs = path !== undefined && !(mediaDir && path.startsWith(mediaDir));
  if (isFull || isOurs) throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
