import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import type { EpisodeTable } from '../../platform/database/tables.ts';
import { slugify } from '../../platform/text/slug.ts';
import { createUser } from '../users/users.ts';
import { type Feed, type FeedChapter, type FeedItem, FeedRefused } from './feed.ts';
import { episodeColumns, showColumns } from './to-columns.ts';

const IMPORT_LOCK = 0x1a9; // namespace of the advisory locks below
const EVERY_SHOW = 0;

export interface NewShow {
  feed: Feed;
  imageId: number | null;
  /** Permalink of the user who gets the show. If null, a new show gets a new user. */
  owner: string | null;
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

/** Saves the show of a feed and returns its id. Two imports of one feed at once wait for each other. */
export async function saveShow(
  database: Database,
  { feed, imageId, owner }: NewShow,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${EVERY_SHOW})`.execute(database);
  const fields = {
    ...showColumns(feed),
    ...(imageId === null ? {} : { image_id: imageId }),
  };
  const known = await findShowByFeed(database, feed.feed_key);
  const ownerId = await findOwner(database, owner, known);
  if (known) {
    const { show_id } = known;
    await database
      .updateTable('shows')
      .set(fields)
      .set({ guid: sql`coalesce(guid, ${feed.guid})` }) // a podcast keeps its guid for ever
      .where('show_id', '=', show_id)
      .execute();
    return show_id;
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
    name: slugify(feed.title, 'show'),
    insert: (permalink) =>
      database
        .insertInto('shows')
        .values({ ...fields, user_id, permalink, feed_key: feed.feed_key, guid: feed.guid })
        .onConflict((conflict) => conflict.column('permalink').doNothing())
        .returning('show_id')
        .executeTakeFirst(),
  });
  return show_id;
}

export interface NewEpisode {
  showId: number;
  item: FeedItem;
  imageId: number | null;
  /** Null if the episode plays from its original URL. */
  media_id: number | null;
  /** Publication date of an item that names none. */
  fallback: Date;
  /** Null keeps the chapters that the episode has. */
  chapters: FeedChapter[] | null;
}

/** Saves an episode by its guid. True if it is new. An episode keeps its audio when its feed breaks. */
export async function saveEpisode(database: Database, episode: NewEpisode): Promise<boolean> {
  const { showId, item, imageId, media_id, fallback } = episode;
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${showId})`.execute(database);
  const fields = {
    ...episodeColumns(item),
    ...(imageId === null ? {} : { image_id: imageId }),
    ...(media_id === null ? {} : { media_id }),
    ...(item.published_at ? { published_at: item.published_at } : {}),
  };
  const known = await database
    .updateTable('episodes')
    .set(fields)
    .where('show_id', '=', showId)
    .where('guid', '=', item.guid)
    .returning('episode_id')
    .executeTakeFirst();
  const { episode_id } =
    known ??
    (await insertEpisode(database, {
      published_at: fallback,
      ...fields,
      show_id: showId,
      guid: item.guid,
    }));
  if (episode.chapters) await saveChapters(database, episode_id, episode.chapters);
  return !known;
}

/** True if the audio of this item is stored here: the feed names the same file as when it was fetched. */
export async function isHosted(
  database: Database,
  showId: number,
  { guid, enclosure }: Pick<FeedItem, 'guid' | 'enclosure'>,
): Promise<boolean> {
  const row = await database
    .selectFrom('episodes')
    .select('episode_id')
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .where('media_id', 'is not', null)
    .where('enclosure_url', '=', enclosure.url)
    .where('claimed_size', '=', String(enclosure.length))
    .executeTakeFirst();
  return row !== undefined;
}

async function insertEpisode(
  database: Database,
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
    name: slugify(fields.title, 'episode'),
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

async function saveChapters(database: Database, episode_id: number, chapters: FeedChapter[]) {
  await database.deleteFrom('chapters').where('episode_id', '=', episode_id).execute();
  const byStart = new Map(chapters.map((chapter) => [chapter.starts_at, chapter]));
  if (byStart.size === 0) return;
  const rows = [...byStart.values()].map((chapter) => ({ episode_id, ...chapter }));
  await database.insertInto('chapters').values(rows).execute();
}
