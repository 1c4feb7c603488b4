import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import type { EpisodeTable, Schema, ShowTable } from '../../platform/database/tables.ts';
import { showSlug, slugify } from '../../platform/text/slug.ts';
import type { Transcribed } from '../../platform/transcripts/read-transcript.ts';
import { keepEpisodeAddresses, keepShowAddresses } from '../former-addresses/former-addresses.ts';
import { storeTranscript } from '../transcripts/transcripts.ts';
import { createUser } from '../users/users.ts';
import type { KnownEpisode } from './changed-guids.ts';
import type { CollectedImage } from './collect-media.ts';
import { type Feed, type FeedChapter, type FeedItem, FeedRefused } from './feed.ts';
import { CHAPTERS, findEdited, markImage, markImported, TRANSCRIPT } from './import-marks.ts';
import type { KnownImage, StoredAudio } from './is-same-file.ts';
import { playableChapters } from './read-chapters.ts';
import { type ArchivedParts, episodeColumns, showColumns } from './to-columns.ts';

const IMPORT_LOCK = 0x1a9; // namespace of the advisory locks below
const EVERY_SHOW = 0;

export interface NewShow {
  feed: Feed;
  image: CollectedImage | null;
  /** Permalink of the user who gets the show. If null, a new show gets a new user. */
  owner: string | null;
  archived?: ArchivedParts | undefined;
  /** Whether the feed may speak for the addresses of a host. */
  trusts: (host: string) => boolean;
}

const selectShows = (database: Database) =>
  database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .select(['show_id', 'shows.user_id', 'shows.title', 'users.permalink as owner', 'feed_key'])
    .where('shows.deleted_at', 'is', null);

/** The show of an earlier import of this feed. */
export const findShowByFeed = (database: Database, feedKey: string) =>
  selectShows(database).where('feed_key', '=', feedKey).executeTakeFirst();

export async function isShowDeleted(database: Database, showId: number): Promise<boolean> {
  const query = selectShows(database).where('show_id', '=', showId);
  return (await query.executeTakeFirst()) === undefined;
}

export type ImportedShow = NonNullable<Awaited<ReturnType<typeof findShowByFeed>>>;

/** The shows of earlier imports whose key begins with an address on this host. */
export const listShowsByHost = (database: Database, host: string): Promise<ImportedShow[]> =>
  selectShows(database)
    .where(sql`substring(lower(feed_key) from '^https?://([^/?# ]+)')`, '=', host)
    .execute();

/** Gives an imported show the key that its feed has now. */
export function changeKey(
  database: Kysely<Schema>,
  { show_id, feed_key }: ImportedShow,
  to: string,
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${EVERY_SHOW})`.execute(transaction);
    if (await findShowByFeed(transaction, to)) return;
    await releaseKey(transaction, to);
    await transaction
      .updateTable('shows')
      .set({ feed_key: to })
      .where('show_id', '=', show_id)
      .where('feed_key', '=', feed_key)
      .execute();
  });
}

/** A deleted show stays deleted. Its feed becomes a new show, or that of another one. */
async function releaseKey(database: Database, feedKey: string): Promise<void> {
  await database
    .updateTable('shows')
    .set({ feed_key: null })
    .where('feed_key', '=', feedKey)
    .execute();
}

/**
 * Finds the owner given in the command.
 * @throws FeedRefused if there is no such user, or if the show belongs to another one.
 */
export async function findOwner(
  database: Database,
  owner: string | null,
  show: { owner: string } | undefined,
): Promise<number | null> {
  if (owner === null) return null;
  if (show && show.owner !== owner) {
    throw new FeedRefused(
      `This podcast belongs to the user "${show.owner}": an import does not give it to "${owner}".`,
    );
  }
  const user = await database
    .selectFrom('users')
    .select('user_id')
    .where('permalink', '=', owner)
    .forShare() // the account cannot end before the import is stored
    .executeTakeFirst();
  if (!user) throw new FeedRefused(`There is no user "${owner}" to import this podcast for.`);
  return user.user_id;
}

/** Saves the show of a feed. Two simultaneous imports of one feed wait for each other. */
export async function saveShow(
  database: Database,
  { feed, image, owner, archived, trusts }: NewShow,
): Promise<{ showId: number; isNew: boolean }> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${EVERY_SHOW})`.execute(database);
  const written = showColumns(feed, archived);
  const fields = { ...written, ...(image && { image_id: image.imageId }) };
  let columns = [...Object.keys(written), 'image_id'];
  const known = await findShowByFeed(database, feed.feed_key);
  const ownerId = await findOwner(database, owner, known);
  if (!known) await releaseKey(database, feed.feed_key);
  const { show_id } =
    known ??
    (await insertShow(database, archived?.permalink || feed.title, {
      ...fields,
      // Always a new user: an author's name does not identify a person.
      user_id: ownerId ?? (await createUser(database, { name: feed.author })),
      feed_key: feed.feed_key,
      guid: feed.guid,
    }));
  const imported = { kind: 'show', id: show_id } as const;
  if (known) {
    const edited = await findEdited(database, imported, columns);
    columns = columns.filter((name) => !edited.has(name));
    await database
      .updateTable('shows')
      .set(without(fields, edited))
      .set({ guid: sql`coalesce(guid, ${feed.guid})` }) // the guid of a podcast never changes
      .where('show_id', '=', show_id)
      .execute();
  }
  await markImported(database, imported, columns);
  if (image?.etag !== undefined) await markImage(database, imported, image.etag);
  await keepShowAddresses(database, show_id, feed, trusts);
  return { showId: show_id, isNew: !known };
}

function insertShow(
  database: Database,
  name: string,
  fields: Omit<Insertable<ShowTable>, 'permalink'>,
) {
  return insertWithPermalink(database, {
    table: 'shows',
    name: showSlug(name),
    insert: (permalink) =>
      database
        .insertInto('shows')
        .values({ ...fields, permalink })
        .onConflict((conflict) => conflict.column('permalink').doNothing())
        .returning('show_id')
        .executeTakeFirst(),
  });
}

/** The fields of the feed that were not edited here. */
function without<Fields extends object>(fields: Fields, edited: ReadonlySet<string>) {
  const kept = Object.entries(fields).filter(([name]) => !edited.has(name));
  return Object.fromEntries(kept) as Partial<Fields>;
}

export interface NewEpisode {
  showId: number;
  item: FeedItem;
  archived?: ArchivedParts | undefined;
  image: CollectedImage | null;
  /** Null if the episode plays from its original URL. */
  media_id: number | null;
  /** Of newly fetched audio. */
  etag: string | null | undefined;
  /** The audio of the item could not be fetched. */
  hasFailed: boolean;
  /** Publication date of an item without one. */
  fallback: Date;
  /** Null keeps the existing chapters. */
  chapters: FeedChapter[] | null;
  /** Null keeps the existing one. */
  transcript: Transcribed | null;
  /** Whether the feed may speak for the addresses of a host. */
  trusts: (host: string) => boolean;
}

export interface SavedEpisode {
  isNew: boolean;
  /** The audio of the item could not be fetched, so the audio of an earlier import stays. */
  keepsAudio: boolean;
  problems: string[];
}

/**
 * Saves an episode by its guid. An episode keeps its audio when its feed breaks, and edits made here.
 */
export async function saveEpisode(database: Database, episode: NewEpisode): Promise<SavedEpisode> {
  const { showId, item, image, media_id, fallback, archived, hasFailed } = episode;
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${showId})`.execute(database);
  const written = episodeColumns(item, { archived, hasFailed });
  // The date of a feed has no fractions of a second.
  const published_at = archived?.published_at ?? item.published_at;
  const fields = {
    ...written,
    ...(image && { image_id: image.imageId }),
    ...(media_id === null ? {} : { media_id }),
    ...(published_at ? { published_at } : {}),
  };
  const columns = [...Object.keys(written), ...['image_id', 'published_at', CHAPTERS, TRANSCRIPT]];
  const known = await findEpisode(database, showId, item.guid);
  const edited = known
    ? await findEdited(database, { kind: 'episode', id: known.episode_id }, columns)
    : new Set<string>();
  const keepsAudio = hasFailed && known?.is_hosted === true;
  // With the address of the stored audio, the next import notices that the feed has another one.
  if (keepsAudio || known?.has_own_audio) for (const name of AUDIO) edited.add(name);
  // The same for a transcript that could not be read.
  const isUnread = item.transcript_links.length > 0 && !episode.transcript;
  if (isUnread && known?.is_transcribed) edited.add('transcript_links');
  const { episode_id } =
    known ??
    (await insertEpisode(database, archived?.permalink || item.title, {
      published_at: fallback,
      ...fields,
      show_id: showId,
      guid: item.guid,
    }));
  const imported = { kind: 'episode', id: episode_id } as const;
  if (known) {
    await database
      .updateTable('episodes')
      .set(without(fields, edited))
      .where('episode_id', '=', episode_id)
      .execute();
  }
  const problems =
    episode.chapters && !edited.has(CHAPTERS)
      ? await saveChapters(database, episode_id, episode.chapters)
      : [];
  if (episode.transcript && !edited.has(TRANSCRIPT) && !edited.has('transcript_links')) {
    await storeTranscript(database, episode_id, episode.transcript);
  }
  const kept = columns.filter((name) => !edited.has(name));
  await markImported(database, imported, kept);
  if (image?.etag !== undefined) await markImage(database, imported, image.etag);
  await keepEpisodeAddresses(database, episode_id, factsOf(item), episode.trusts);
  if (episode.etag !== undefined) {
    await database
      .updateTable('imported_episodes')
      .set({ etag: episode.etag })
      .where('episode_id', '=', episode_id)
      .execute();
  }
  return { isNew: !known, keepsAudio, problems };
}

/** The facts of an item by which players at its former hosts are recognised. */
function factsOf({ enclosure, guid, long_guid, ...item }: FeedItem) {
  return { ...item, guid: long_guid ?? guid, enclosure_url: enclosure.url };
}

/** An episode of the show, deleted or not. */
export function findEpisode(database: Database, showId: number, guid: string) {
  return database
    .selectFrom('episodes')
    .select(['episode_id', hasOwnAudio.as('has_own_audio')])
    .select([
      sql<boolean>`media_id is not null`.as('is_hosted'),
      sql<boolean>`exists (select from transcripts
        where transcripts.episode_id = episodes.episode_id)`.as('is_transcribed'),
    ])
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .executeTakeFirst();
}

/** True if the author has uploaded other audio, or removed the audio. Imported episodes always name a file. */
const hasOwnAudio = sql<boolean>`(upload_id is not null or enclosure_url = '')`;

/** The audio columns that an import writes. */
const AUDIO = ['media_id', 'enclosure_url', 'claimed_type', 'claimed_size', 'claimed_duration'];

/** The episodes that a show already has, deleted or not. */
export async function listEpisodes(database: Database, showId: number): Promise<KnownEpisode[]> {
  const rows = await database
    .selectFrom('episodes')
    .select(['guid', 'title', 'published_at', 'enclosure_url', 'claimed_size'])
    .where('show_id', '=', showId)
    .execute();
  return rows.map((row) => ({ ...row, claimed_size: Number(row.claimed_size) }));
}

/** Gives an episode the guid that its feed has now. Two simultaneous imports of one feed wait for each other. */
export function changeGuid(
  database: Kysely<Schema>,
  { showId, from, to }: { showId: number; from: string; to: string },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${showId})`.execute(transaction);
    if (await findEpisode(transaction, showId, to)) return;
    await transaction
      .updateTable('episodes')
      .set({ guid: to })
      .where('show_id', '=', showId)
      .where('guid', '=', from)
      .execute();
  });
}

/** The audio of an item: the author's own, that of the feed, audio of an earlier address or length, or none. */
export async function findAudio(
  database: Database,
  showId: number,
  { guid, enclosure }: Pick<FeedItem, 'guid' | 'enclosure'>,
): Promise<'own' | 'hosted' | StoredAudio | null> {
  const stored = await findStoredAudio(database, showId, guid);
  if (stored === 'own' || stored === null) return stored;
  const { enclosure_url, claimed_size } = stored;
  const isUnchanged = enclosure_url === enclosure.url && claimed_size === enclosure.length;
  return isUnchanged ? 'hosted' : stored;
}

/** The stored audio of an episode: the author's own, that of the feed, or none. */
export async function findStoredAudio(
  database: Database,
  showId: number,
  guid: string,
): Promise<'own' | StoredAudio | null> {
  const row = await database
    .selectFrom('episodes')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .leftJoin('imported_episodes', 'imported_episodes.episode_id', 'episodes.episode_id')
    .select([
      hasOwnAudio.as('is_own'),
      'enclosure_url',
      'claimed_size',
      'media.sha256',
      'media.file_size',
      'imported_episodes.etag',
    ])
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .executeTakeFirst();
  if (row?.is_own) return 'own';
  if (!row?.sha256) return null;
  const { sha256, enclosure_url, etag } = row;
  const [claimed_size, file_size] = [Number(row.claimed_size), Number(row.file_size)];
  return { sha256, file_size, etag, enclosure_url, claimed_size };
}

/** The picture that an earlier import has stored, of a show or of one of its items. */
export async function findImage(
  database: Database,
  { show_id, guid }: { show_id: number; guid?: string },
): Promise<KnownImage | null> {
  const { rows } = await sql<KnownImage>`
    select image_id as "imageId", image_source_url as url, image_etag as etag
    from ${guid === undefined ? sql`shows join imported_shows using (show_id)` : sql`episodes join imported_episodes using (episode_id)`}
    where show_id = ${show_id} and ${guid === undefined ? sql`true` : sql`guid = ${guid}`}
      and image_id is not null and image_source_url is not null`.execute(database);
  return rows[0] ?? null;
}

/** True if the transcript of an item is stored here, so that it need not be fetched. */
export async function hasTranscript(
  database: Database,
  showId: number,
  { guid, transcript_links }: Pick<FeedItem, 'guid' | 'transcript_links'>,
): Promise<boolean> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('transcripts', 'transcripts.episode_id', 'episodes.episode_id')
    .select('transcript_links')
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .executeTakeFirst();
  const urlsOf = (links: FeedItem['transcript_links']) => links.map(({ url }) => url).join(' ');
  return row !== undefined && urlsOf(row.transcript_links) === urlsOf(transcript_links);
}

async function insertEpisode(
  database: Database,
  name: string,
  fields: Omit<Insertable<EpisodeTable>, 'permalink' | 'user_id'>,
) {
  const { user_id } = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', fields.show_id)
    .executeTakeFirstOrThrow();
  // An episode's page is /user/{user}/{episode}, so its permalink is unique for the user.
  return insertWithPermalink(database, {
    table: 'episodes',
    name: slugify(name, 'episode'),
    among: sql<boolean>`user_id = ${user_id}`,
    insert: (permalink) =>
      database
        .insertInto('episodes')
        .values({ ...fields, user_id, permalink })
        .onConflict((conflict) => conflict.columns(['user_id', 'permalink']).doNothing())
        .returning('episode_id')
        .executeTakeFirst(),
  });
}

/** The permalink of the user who has the show. */
export async function findOwnerOf(database: Database, showId: number): Promise<string> {
  const { permalink } = await database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .select('users.permalink')
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  return permalink;
}

/** Replaces the chapters, and returns what was left out. */
export async function saveChapters(
  database: Database,
  episode_id: number,
  chapters: readonly FeedChapter[],
): Promise<string[]> {
  const audio = await database
    .selectFrom('episodes')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select('media.duration')
    .where('episode_id', '=', episode_id)
    .executeTakeFirst();
  const { kept, problems } = playableChapters(chapters, audio?.duration ?? null);
  await database.deleteFrom('chapters').where('episode_id', '=', episode_id).execute();
  const rows = kept.map((chapter) => ({ episode_id, ...chapter }));
  if (rows.length > 0) await database.insertInto('chapters').values(rows).execute();
  return problems;
}
