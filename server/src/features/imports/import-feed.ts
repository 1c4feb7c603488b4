import type { Transaction } from 'kysely';
import { NotPlayable } from '../../platform/audio/not-playable.ts';
import type { Retry } from '../../platform/database/retry.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { createFetcher, type Fetcher } from '../../platform/http/fetch-source.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { saveMedia } from '../media/media.ts';
import { type StoredPicture, savePictures } from '../note-pictures/note-pictures.ts';
import { type AudioRoom, NoRoom } from './audio-room.ts';
import { type KnownEpisode, pairChangedGuids } from './changed-guids.ts';
import {
  type CollectedAudio,
  type CollectedImage,
  type MediaCollector,
  type MediaDeps,
  messageOf,
  openMediaCollector,
  rethrowOwnError,
} from './collect-media.ts';
import { type Feed, type FeedItem, FeedRefused } from './feed.ts';
import { noteOnDate } from './fill-dates.ts';
import { findImportedShow } from './find-imported-show.ts';
import { chapterNote } from './read-chapters.ts';
import { readPodcast } from './read-podcast.ts';
import {
  changeGuid,
  changeKey,
  findAudio,
  findImage,
  findOwner,
  findStoredAudio,
  hasTranscript,
  isShowDeleted,
  listEpisodes,
  type SavedEpisode,
  saveEpisode,
  saveShow,
} from './repository.ts';
import { keepSharedGuids } from './shared-guids.ts';
import type { ArchivedParts } from './to-columns.ts';

export interface ImportDeps extends Omit<MediaDeps, 'fetcher'> {
  /** Permalink of the user who gets a new show. Without it, each new show gets a new user. */
  owner?: string | undefined;
  /** Default: reads public addresses only. */
  fetcher?: Fetcher;
  report?: (progress: ImportProgress) => void;
  /** The show, and its episodes by guid, in an archive. They apply instead of the feed. */
  archived?: { show: ArchivedParts; episodes: ReadonlyMap<string, ArchivedParts> };
  /** Called in the transaction that stores a new show. */
  onNewShow?: (transaction: Transaction<Schema>, showId: number) => Promise<void>;
  /** Called in the transaction that stores a new episode. */
  onNew?: (
    transaction: Transaction<Schema>,
    episode: { showId: number; guid: string },
  ) => Promise<void>;
  /** The quota of the user who gets the audio. Without it, all audio is copied. */
  room?: AudioRoom;
  /** Whether the source may speak for the addresses of a host. Default: those of its own host. */
  trusts?: (host: string) => boolean;
  /** Ends the import before its next item. */
  signal?: AbortSignal;
  /** Repeats a step if the database is lost meanwhile. Without it, a loss ends the import. */
  retry?: Retry;
}

/** Reported after the item is committed, never before. */
export interface ImportProgress {
  done: number;
  total: number;
  title: string;
  outcome: 'imported' | 'updated' | 'linked' | 'refused';
  /** Given for `linked` (the episode plays from its original URL) and `refused`, and for a new episode's odd date. */
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
  /** Problems with anything but episodes, for example with the cover. */
  warnings: string[];
}

/**
 * Imports a podcast from its feed. A later import updates the show and its episodes by their guids.
 * @throws FeedRefused, with nothing written, if the source is not a podcast feed or the owner does not match. Also if the show
 * is deleted meanwhile.
 */
export async function importFeed(source: string, deps: ImportDeps): Promise<ImportSummary> {
  const { feed: read, ...access } = await readPodcast(source, {
    fetcher: deps.fetcher ?? createFetcher(),
    signal: deps.signal,
  });
  const { database, owner = null, retry = (work) => work() } = deps;
  const mayBe = (show: { owner: string }) => owner === null || show.owner === owner;
  const known = await retry(() => findImportedShow(database, read, { source, mayBe }));
  await retry(() => findOwner(database, owner, known));
  if (known && known.feed_key !== read.feed_key) {
    await retry(() => changeKey(database, known, read.feed_key));
  }
  const episodes = known ? await retry(() => listEpisodes(database, known.show_id)) : [];
  const feed = { ...read, items: keepSharedGuids(read.items, episodes) };

  const collector = await openMediaCollector(feed, { ...deps, ...access });
  const cover = await retry(async () =>
    collector.image(feed.image_url, known ? await findImage(database, known) : null),
  );
  const inNotes = await collector.notePictures(feed.description);
  const run: Run = {
    deps,
    trusts: deps.trusts ?? ((host) => host === hostOf(source)),
    feed,
    collector,
    showId: null,
    startedAt: Date.now(),
    changedGuids: pairChangedGuids(feed, episodes),
    cover,
    inNotes,
  };
  // A new show is stored with its first episode, so that a feed with only refused items leaves nothing behind.
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
  const warnings = [...feed.notes, ...collector.warnings()];
  return { show_id: run.showId, title: feed.title, warnings, ...counts };
}

const hostOf = (source: string) => (webAddress(source) ? new URL(source).host : null);

interface Run {
  deps: ImportDeps;
  trusts: (host: string) => boolean;
  feed: Feed;
  collector: MediaCollector;
  /** Null until the show is stored. */
  showId: number | null;
  cover: CollectedImage | null;
  /** The episodes whose guids have changed, by their new ones. */
  changedGuids: ReadonlyMap<string, KnownEpisode>;
  /** The pictures in the notes of the show. */
  inNotes: readonly StoredPicture[];
  startedAt: number;
}

async function storeShow(
  transaction: Transaction<Schema>,
  { deps, feed, cover, trusts }: Run,
): Promise<number> {
  const { showId, isNew } = await saveShow(transaction, {
    feed,
    image: cover,
    owner: deps.owner ?? null,
    archived: deps.archived?.show,
    trusts,
  });
  if (isNew) await deps.onNewShow?.(transaction, showId);
  return showId;
}

async function importItem(run: Run, item: FeedItem, index: number): Promise<Outcome> {
  const { title } = item;
  const moved = await followGuid(run, item);
  let audio: CollectedAudio | null = null;
  let failure: string | null = null;
  try {
    audio = await collectAudio(run, item);
  } catch (error) {
    rethrowOwnError(error, run.deps.mediaDir);
    const refusal = refusalOf(error, item);
    if (refusal) return { title, outcome: 'refused', reason: refusal };
    failure = messageOf(error);
  }
  const store = () => storeItem(run, { item, index, audio, hasFailed: failure !== null });
  try {
    const stored = await store().catch((error: unknown) => {
      if (!(error instanceof NoRoom)) throw error;
      [audio, failure] = [null, error.message];
      return store();
    });
    const hasFailed = failure !== null;
    const { isNew, keepsAudio, problems } = stored;
    const linked = hasFailed && !keepsAudio;
    const where = keepsAudio ? 'its earlier audio stays' : 'its audio stays where it is';
    const note = hasFailed ? `${where}: ${failure}` : isNew ? noteOnDate(item) : null;
    const notes = [moved, note, ...problems.map(chapterNote)];
    const reason = notes.filter((note) => note !== null).join('; ');
    const outcome = linked ? 'linked' : isNew ? 'imported' : 'updated';
    return { title, outcome, ...(reason !== '' && { reason }) };
  } catch (error) {
    if (!isBadData(error)) throw error;
    return { title, outcome: 'refused', reason: `it cannot be stored: ${messageOf(error)}` };
  }
}

/** Changes the guid of an episode if the feed has changed it. Returns the note of the report, or null. */
async function followGuid(run: Run, { guid, enclosure }: FeedItem): Promise<string | null> {
  const { showId, changedGuids, collector } = run;
  const { database } = run.deps;
  const earlier = changedGuids.get(guid);
  if (!earlier || showId === null) return null;
  const stored = await findStoredAudio(database, showId, earlier.guid);
  const isSame =
    stored === 'own' || stored === null
      ? earlier.claimed_size === enclosure.length && enclosure.length > 0
      : await collector.isStored({ enclosure }, stored);
  if (!isSame) return null;
  await changeGuid(database, { showId, from: earlier.guid, to: guid });
  return `its guid was "${earlier.guid}" before`;
}

/**
 * Null if the audio is already stored here. A file in the media folder counts as new audio, unless the author has
 * uploaded other audio.
 */
async function collectAudio(run: Run, item: FeedItem): Promise<CollectedAudio | null> {
  const { deps, collector, showId } = run;
  const known = showId === null ? null : await findAudio(deps.database, showId, item);
  if (known === 'own') return null;
  if (known !== null && !collector.hasAudioFile(item)) {
    if (known === 'hosted' || (await collector.isStored(item, known))) return null;
  }
  const { room } = deps;
  return room
    ? room.whileCopying((maxBytes) => collector.audio(item, maxBytes))
    : collector.audio(item);
}

interface CollectedItem {
  item: FeedItem;
  index: number;
  audio: CollectedAudio | null;
  /** The audio could not be fetched. */
  hasFailed: boolean;
}

/** Stores an episode, and its show with the first one. */
async function storeItem(
  run: Run,
  { item, index, audio, hasFailed }: CollectedItem,
): Promise<SavedEpisode> {
  const { deps, feed, collector } = run;
  const read = await collector.chapters(item);
  const ownChapters = typeof read === 'string' ? [] : read;
  const ofItem = await collector.notePictures(item.description);
  const isTranscribed =
    run.showId !== null && (await hasTranscript(deps.database, run.showId, item));
  const transcript = isTranscribed ? null : await collector.transcript(item);
  const { guid, image_url } = item;
  const archived = deps.archived?.episodes.get(guid);
  const knownImage =
    run.showId === null ? null : await findImage(deps.database, { show_id: run.showId, guid });
  const image = image_url === feed.image_url ? null : await collector.image(image_url, knownImage);
  const store = async (transaction: Transaction<Schema>) => {
    if (run.showId !== null && (await isShowDeleted(transaction, run.showId))) {
      throw new FeedRefused('The show was deleted during the import.');
    }
    if (audio) await deps.room?.take(transaction, audio.media.file_size);
    const showId = run.showId ?? (await storeShow(transaction, run));
    const ofShow = run.showId === null ? run.inNotes : [];
    await savePictures(transaction, showId, [...ofShow, ...ofItem]);
    const saved = await saveEpisode(transaction, {
      showId,
      item,
      archived,
      image,
      media_id: audio && (await saveMedia(transaction, audio.media)),
      etag: audio?.etag,
      hasFailed,
      // A feed without any date keeps its order.
      fallback: item.assumed_date ?? new Date(run.startedAt - index * 1000),
      transcript,
      trusts: run.trusts,
      // An archive holds all chapters. Those in its audio may be ones that the author has removed.
      chapters: ownChapters.length > 0 ? ownChapters : archived ? null : (audio?.chapters ?? null),
    });
    if (saved.isNew) await deps.onNew?.(transaction, { showId, guid: item.guid });
    return { showId, ...saved };
  };
  const { showId, ...saved } = await deps.database.transaction().execute(store);
  run.showId = showId;
  const unread = typeof read === 'string' ? [`all (${read})`] : [];
  return { ...saved, problems: [...unread, ...saved.problems] };
}

/** The reason for refusing an item. Null if its episode can play from the original URL. */
function refusalOf(error: unknown, { enclosure }: FeedItem): string | null {
  if (error instanceof NotPlayable) return error.message;
  return webAddress(enclosure.url) ? null : `its audio ${enclosure.url} is not there`;
}

/** PostgreSQL's classes 22 (data exception) and 54 (program limit) concern this item only. */
const isBadData = (error: unknown): boolean =>
  /^(22|54)/.test((error as { code?: string }).code ?? '');
