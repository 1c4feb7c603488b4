import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import type { EpisodeTable } from '../../platform/database/tables.ts';
import { slugify } from '../../platform/text/slug.ts';
import type { Transcribed } from '../../platform/transcripts/read-transcript.ts';
import { storeTranscript } from '../transcripts/transcripts.ts';
import { createUser } from '../users/users.ts';
import { type Feed, type FeedChapter, type FeedItem, FeedRefused } from './feed.ts';
import { CHAPTERS, findEdited, markImported } from './import-marks.ts';
import { episodeColumns, showColumns } from './to-columns.ts';

const IMPORT_LOCK = 0x1a9; // namespace of the advisory locks below
const EVERY_SHOW = 0;

export interface NewShow {
  feed: Feed;
  imageId: number | null;
  /** Permalink of the user who gets the show. If null, a new show gets a new user. */
  owner: string | null;
  /** The wish for the permalink of a new show. */
  permalink?: string | undefined;
}

/** The show that was imported from this feed before. */
export function findShowByFeed(database: Database, feedKey: string) {
  return database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .select(['show_id', 'shows.user_id', 'shows.image_id', 'users.permalink as owner'])
    .where('feed_key', '=', feedKey)
    .where('shows.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Finds the owner that the command names.
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
    .executeTakeFirst();
  if (!user) throw new FeedRefused(`There is no user "${owner}" to import this podcast for.`);
  return user.user_id;
}

/** Saves the show of a feed. Two imports of one feed at once wait for each other. */
export async function saveShow(
  database: Database,
  { feed, imageId, owner, permalink: wish = '' }: NewShow,
): Promise<{ showId: number; isNew: boolean }> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${EVERY_SHOW})`.execute(database);
  const fields = {
    ...showColumns(feed),
    ...(imageId === null ? {} : { image_id: imageId }),
  };
  const known = await findShowByFeed(database, feed.feed_key);
  const ownerId = await findOwner(database, owner, known);
  const columns = [...Object.keys(showColumns(feed)), 'image_id'];
  if (known) {
    const { show_id } = known;
    const imported = { kind: 'show', id: show_id } as const;
    const edited = await findEdited(database, imported, columns);
    await database
      .updateTable('shows')
      .set(without(fields, edited))
      .set({ guid: sql`coalesce(guid, ${feed.guid})` }) // a podcast keeps its guid for ever
      .where('show_id', '=', show_id)
      .execute();
    await markImported(
      database,
      imported,
      columns.filter((name) => !edited.has(name)),
    );
    return { showId: show_id, isNew: false };
  }
  // A deleted show stays deleted. Its feed becomes a new show.
  await database
    .updateTable('shows')
    .set({ feed_key: null })
    .where('feed_key', '=', feed.feed_key)
    .execute();
  // Always a new user: an author's name does not identify a person.
  const user_id = ownerId ?? (await createUser(database, { name: feed.author }));
  const { show_id } = await insertWithPermalink(database, {
    table: 'shows',
    name: slugify(wish || feed.title, 'show'),
    insert: (permalink) =>
      database
        .insertInto('shows')
        .values({ ...fields, user_id, permalink, feed_key: feed.feed_key, guid: feed.guid })
        .onConflict((conflict) => conflict.column('permalink').doNothing())
        .returning('show_id')
        .executeTakeFirst(),
  });
  await markImported(database, { kind: 'show', id: show_id }, columns);
  return { showId: show_id, isNew: true };
}

/** The fields of the feed that are written: those that nobody has edited here. */
function without<Fields extends object>(fields: Fields, edited: ReadonlySet<string>) {
  const kept = Object.entries(fields).filter(([name]) => !edited.has(name));
  return Object.fromEntries(kept) as Partial<Fields>;
}

export interface NewEpisode {
  showId: number;
  item: FeedItem;
  /** The wish for the permalink of a new episode. */
  permalink?: string | undefined;
  imageId: number | null;
  /** Null if the episode plays from its original URL. */
  media_id: number | null;
  /** Publication date of an item that names none. */
  fallback: Date;
  /** Null keeps the chapters that the episode has. */
  chapters: FeedChapter[] | null;
  /** For a new episode. */
  transcript: Transcribed | null;
}

/**
 * Saves an episode by its guid. True if it is new. An episode keeps its audio when its feed breaks, and what was edited
 * here.
 */
export async function saveEpisode(database: Database, episode: NewEpisode): Promise<boolean> {
  const { showId, item, imageId, media_id, fallback } = episode;
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${showId})`.execute(database);
  const fields = {
    ...episodeColumns(item),
    ...(imageId === null ? {} : { image_id: imageId }),
    ...(media_id === null ? {} : { media_id }),
    ...(item.published_at ? { published_at: item.published_at } : {}),
  };
  const columns = [...Object.keys(episodeColumns(item)), 'image_id', 'published_at', CHAPTERS];
  const known = await findEpisode(database, showId, item.guid);
  const edited = known ? await editedIn(database, known, columns) : new Set<string>();
  const { episode_id } =
    known ??
    (await insertEpisode(database, episode.permalink || item.title, {
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
  if (episode.chapters && !edited.has(CHAPTERS)) {
    await saveChapters(database, episode_id, episode.chapters);
  }
  if (episode.transcript && !known) {
    await storeTranscript(database, episode_id, episode.transcript);
  }
  await markImported(
    database,
    imported,
    columns.filter((name) => !edited.has(name)),
  );
  return !known;
}

function findEpisode(database: Database, showId: number, guid: string) {
  return database
    .selectFrom('episodes')
    .select(['episode_id', hasOwnAudio.as('has_own_audio')])
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .executeTakeFirst();
}

/** True if the author has uploaded other audio, or has taken the audio away. Imported episodes always name a file. */
const hasOwnAudio = sql<boolean>`(upload_id is not null or enclosure_url = '')`;

/** What an import writes about the audio. */
const AUDIO = ['media_id', 'enclosure_url', 'claimed_type', 'claimed_size', 'claimed_duration'];

async function editedIn(
  database: Database,
  known: { episode_id: number; has_own_audio: boolean },
  columns: readonly string[],
): Promise<Set<string>> {
  const imported = { kind: 'episode', id: known.episode_id } as const;
  const edited = await findEdited(database, imported, columns);
  if (known.has_own_audio) for (const name of AUDIO) edited.add(name);
  return edited;
}

/** How the audio of an item stands: the author's own, stored here as the feed names it, or neither. */
export async function findAudio(
  database: Database,
  showId: number,
  { guid, enclosure }: Pick<FeedItem, 'guid' | 'enclosure'>,
): Promise<'own' | 'hosted' | null> {
  const row = await database
    .selectFrom('episodes')
    .select([
      hasOwnAudio.as('is_own'),
      sql<boolean>`(media_id is not null and enclosure_url = ${enclosure.url}
        and claimed_size = ${String(enclosure.length)})`.as('is_hosted'),
    ])
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .executeTakeFirst();
  if (row?.is_own) return 'own';
  return row?.is_hosted ? 'hosted' : null;
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

/** True if the show has the episode, or had it before it was deleted. */
export async function hasEpisode(
  database: Database,
  { showId, guid }: { showId: number; guid: string },
): Promise<boolean> {
  return (await findEpisode(database, showId, guid)) !== undefined;
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

export async function saveChapters(
  database: Database,
  episode_id: number,
  chapters: FeedChapter[],
) {
  await database.deleteFrom('chapters').where('episode_id', '=', episode_id).execute();
  const byStart = new Map(chapters.map((chapter) => [chapter.starts_at, chapter]));
  if (byStart.size === 0) return;
  const rows = [...byStart.values()].map((chapter) => ({ episode_id, ...chapter }));
  await database.insertInto('chapters').values(rows).execute();
}
