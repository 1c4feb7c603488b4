import type { Kysely, Transaction } from 'kysely';
import { NotPlayable } from '../../platform/audio/detect-container.ts';
import type { Retry } from '../../platform/database/retry.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { createFetcher, type Fetcher } from '../../platform/http/fetch-source.ts';
import type { RemotePictures } from '../../platform/images/remote-pictures.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { saveMedia } from '../media/media.ts';
import { type StoredPicture, savePictures } from '../note-pictures/note-pictures.ts';
import {
  type CollectedAudio,
  type MediaCollector,
  messageOf,
  openMediaCollector,
  rethrowOwnError,
} from './collect-media.ts';
import type { Feed, FeedItem } from './feed.ts';
import { readPodcast } from './read-podcast.ts';
import { findAudio, findOwner, findShowByFeed, saveEpisode, saveShow } from './repository.ts';

export interface ImportDeps {
  database: Kysely<Schema>;
  store: MediaStore;
  /** Folder with audio and pictures that need not be fetched. */
  mediaDir?: string | undefined;
  /** Brings the pictures in notes. Without it, they are fetched when somebody reads the notes. */
  notePictures?: RemotePictures | undefined;
  /** Permalink of the user who gets a new show. Without it, each new show gets a new user. */
  owner?: string | undefined;
  /** Reads public addresses only, unless the caller brings another one. */
  fetcher?: Fetcher;
  report?: (progress: ImportProgress) => void;
  /** The permalinks that an archive has for its show, and for its episodes by guid. Without them, titles become permalinks. */
  permalinks?: { show: string; episodes: ReadonlyMap<string, string> };
  /** Called in the transaction that stores a new show. */
  onNewShow?: (transaction: Transaction<Schema>, showId: number) => Promise<void>;
  /** Called in the transaction that stores a new episode. */
  onNew?: (
    transaction: Transaction<Schema>,
    episode: { showId: number; guid: string },
  ) => Promise<void>;
  /** Ends the import before its next item. */
  signal?: AbortSignal;
  /** Does a step again if the database is lost meanwhile. Without it, a loss ends the import. */
  retry?: Retry;
}

/** Reported after the item is safe in the database, never before. */
export interface ImportProgress {
  done: number;
  total: number;
  title: string;
  outcome: 'imported' | 'updated' | 'linked' | 'refused';
  /** Given for `linked` (the episode plays from its original URL) and `refused`. */
  reason?: string;
}

type Outcome = Omit<ImportProgress, 'done' | 'total'>;

export interface ImportSummary {
  /** Null if every item was refused, so that nothing was stored. */
  show_id: number | null;
  title: string;
  imported: number;
  updated: number;
  linked: number;
  refused: number;
  /** Troubles with anything but episodes, for example with the cover. */
  warnings: string[];
}

/**
 * Imports a podcast from its feed. Importing it again updates the show and its episodes, by their guids.
 * @throws FeedRefused, with nothing written, if the source is no podcast feed or the owner does not fit.
 */
export async function importFeed(source: string, deps: ImportDeps): Promise<ImportSummary> {
  const fetcher = deps.fetcher ?? createFetcher();
  const feed = await readPodcast(source, { fetcher, signal: deps.signal });
  const { database, owner = null, retry = (work) => work() } = deps;
  const known = await retry(() => findShowByFeed(database, feed.feed_key));
  await retry(() => findOwner(database, owner, known));

  const collector = await openMediaCollector(feed, { ...deps, fetcher });
  const imageId = await retry(() => collector.image(feed.image_url));
  const inNotes = await collector.notePictures(feed.description);
  const run: Run = { deps, feed, collector, showId: null, startedAt: Date.now(), imageId, inNotes };
  // A new show is stored with its first episode: a feed whose items are all refused leaves nothing behind.
  if (known || feed.items.length === 0) {
    run.showId = await retry(() =>
      database.transaction().execute(async (transaction) => {
        const showId = await storeShow(transaction, run);
        await savePictures(transaction, showId, inNotes);
        return showId;
      }),
    );
  }

  const counts = { imported: 0, updated: 0, linked: 0, refused: 0 };
  const total = feed.items.length + feed.refused.length;
  let done = 0;
  const report = (outcome: Outcome) => {
    done += 1;
    counts[outcome.outcome] += 1;
    deps.report?.({ done, total, ...outcome });
  };
  for (const { title, reason } of feed.refused) report({ title, outcome: 'refused', reason });
  for (const [index, item] of feed.items.entries()) {
    deps.signal?.throwIfAborted();
    report(await retry(() => importItem(run, item, index)));
  }
  const { title } = feed;
  return { show_id: run.showId, title, warnings: collector.warnings(), ...counts };
}

interface Run {
  deps: ImportDeps;
  feed: Feed;
  collector: MediaCollector;
  /** Null until the show is stored. */
  showId: number | null;
  imageId: number | null;
  /** The pictures in the notes of the show. */
  inNotes: readonly StoredPicture[];
  startedAt: number;
}

async function storeShow(
  transaction: Transaction<Schema>,
  { deps, feed, imageId }: Run,
): Promise<number> {
  const { showId, isNew } = await saveShow(transaction, {
    feed,
    imageId,
    owner: deps.owner ?? null,
    permalink: deps.permalinks?.show,
  });
  if (isNew) await deps.onNewShow?.(transaction, showId);
  return showId;
}

async function importItem(run: Run, item: FeedItem, index: number): Promise<Outcome> {
  const { title } = item;
  let audio: CollectedAudio | null = null;
  let linked: string | null = null;
  try {
    audio = await collectAudio(run, item);
  } catch (error) {
    rethrowOwnError(error, run.deps.mediaDir);
    const refusal = refusalOf(error, item);
    if (refusal) return { title, outcome: 'refused', reason: refusal };
    linked = `its audio stays where it is: ${messageOf(error)}`;
  }
  try {
    const isNew = await storeItem(run, { item, index, audio });
    if (linked !== null) return { title, outcome: 'linked', reason: linked };
    return { title, outcome: isNew ? 'imported' : 'updated' };
  } catch (error) {
    if (!isBadData(error)) throw error;
    return { title, outcome: 'refused', reason: `it cannot be stored: ${messageOf(error)}` };
  }
}

/** Null if the audio is stored here already. A file in the media folder counts as new audio, but not against the author's own. */
async function collectAudio(run: Run, item: FeedItem): Promise<CollectedAudio | null> {
  const { deps, collector, showId } = run;
  const known = showId === null ? null : await findAudio(deps.database, showId, item);
  if (known === 'own' || (known === 'hosted' && !collector.hasAudioFile(item))) return null;
  return collector.audio(item);
}

/** Stores an episode, and with the first one its show. True if the episode is new. */
async function storeItem(
  run: Run,
  { item, index, audio }: { item: FeedItem; index: number; audio: CollectedAudio | null },
): Promise<boolean> {
  const { deps, feed, collector } = run;
  const ownChapters = await collector.chapters(item);
  const ofItem = await collector.notePictures(item.description);
  const transcript = await collector.transcript(item);
  const ownImage = item.image_url === feed.image_url ? null : await collector.image(item.image_url);
  const store = async (transaction: Transaction<Schema>) => {
    const showId = run.showId ?? (await storeShow(transaction, run));
    const ofShow = run.showId === null ? run.inNotes : [];
    await savePictures(transaction, showId, [...ofShow, ...ofItem]);
    const isNew = await saveEpisode(transaction, {
      showId,
      item,
      permalink: deps.permalinks?.episodes.get(item.guid),
      imageId: ownImage,
      media_id: audio && (await saveMedia(transaction, audio.media)),
      fallback: new Date(run.startedAt - index * 1000), // keeps the order of the feed
      transcript,
      chapters: ownChapters.length > 0 ? ownChapters : (audio?.chapters ?? null),
    });
    if (isNew) await deps.onNew?.(transaction, { showId, guid: item.guid });
    return { showId, isNew };
  };
  const { showId, isNew } = await deps.database.transaction().execute(store);
  run.showId = showId;
  return isNew;
}

/** Why an item is left out; null if its episode can play from the original URL. */
function refusalOf(error: unknown, { enclosure }: FeedItem): string | null {
  if (error instanceof NotPlayable) return error.message;
  return webAddress(enclosure.url) ? null : `its audio ${enclosure.url} is not there`;
}

/** PostgreSQL's classes 22 (data exception) and 54 (program limit) concern this item only. */
function isBadData(error: unknown): boolean {
  return /^(22|54)/.test((error as { code?: string }).code ?? '');
}
