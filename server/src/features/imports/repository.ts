import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { EpisodeTable } from '../../platform/database/tables.ts';
import { slugify } from '../../platform/text/clean-text.ts';
import type { Feed, FeedChapter, FeedItem } from './parse-feed.ts';

const IMPORT_LOCK = 0x1a9; // namespace of the advisory locks below

/** Saves the show of a feed and gives its id. Two imports of one feed at once wait for each other. */
export async function saveShow(
  database: Database,
  feed: Feed,
  imageId: number | null,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, 0)`.execute(database);
  const fields = {
    title: feed.title,
    author: feed.author,
    description: feed.description,
    language: feed.language,
    categories: feed.categories,
    keywords: feed.keywords,
    explicit: feed.explicit,
    link_url: feed.link_url,
  };
  const known = await database
    .selectFrom('shows')
    .select(['show_id', 'image_id'])
    .where('feed_key', '=', feed.feed_key)
    .executeTakeFirst();
  if (known) {
    const image_id = imageId ?? known.image_id;
    await database
      .updateTable('shows')
      .set({ ...fields, image_id })
      .where('show_id', '=', known.show_id)
      .execute();
    return known.show_id;
  }
  const user_id = await saveUser(database, feed.author);
  const permalink = await freePermalink(slugify(feed.title, 'show'), async (name) =>
    isTaken(database.selectFrom('shows').select('show_id').where('permalink', '=', name)),
  );
  const { show_id } = await database
    .insertInto('shows')
    .values({ ...fields, user_id, permalink, feed_key: feed.feed_key, image_id: imageId })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  return show_id;
}

async function saveUser(database: Database, name: string): Promise<number> {
  const permalink = slugify(name, 'user');
  const { user_id } = await database
    .insertInto('users')
    .values({ permalink, name })
    .onConflict((conflict) => conflict.column('permalink').doUpdateSet({ permalink }))
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

export interface NewEpisode {
  showId: number;
  item: FeedItem;
  imageId: number | null;
  /** Null while the audio stays at its first home. */
  media_id: number | null;
  /** When it came out, for an item that does not tell. */
  fallback: Date;
  /** Null leaves them as they are. */
  chapters: FeedChapter[] | null;
}

/** Saves an episode by its guid. True when it is new. What was hosted stays so when its feed breaks. */
export async function saveEpisode(database: Database, episode: NewEpisode): Promise<boolean> {
  const { showId, item, imageId, media_id, fallback } = episode;
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, ${showId})`.execute(database);
  const fields = {
    title: item.title,
    description: item.description,
    season: item.season,
    episode_number: item.episode_number,
    explicit: item.explicit,
    enclosure_url: item.enclosure.url,
    claimed_duration: item.duration,
    claimed_type: item.enclosure.type,
    claimed_size: item.enclosure.length,
    ...(imageId === null ? {} : { image_id: imageId }),
    ...(media_id === null ? {} : { media_id }),
    ...(item.published_at ? { published_at: item.published_at } : {}),
  };
  const known = await database
    .selectFrom('episodes')
    .select('episode_id')
    .where('show_id', '=', showId)
    .where('guid', '=', item.guid)
    .executeTakeFirst();
  const episodeId = known
    ? await updateEpisode(database, known.episode_id, fields)
    : await insertEpisode(database, {
        published_at: fallback,
        ...fields,
        show_id: showId,
        guid: item.guid,
      });
  if (episode.chapters) await saveChapters(database, episodeId, episode.chapters);
  return !known;
}

/** Whether the audio of this item is ours already: the feed names the same file as when it was fetched. */
export async function findHosted(
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

type NewRow = Insertable<EpisodeTable>;

async function updateEpisode(database: Database, episodeId: number, fields: Partial<NewRow>) {
  await database.updateTable('episodes').set(fields).where('episode_id', '=', episodeId).execute();
  return episodeId;
}

async function insertEpisode(
  database: Database,
  fields: Omit<NewRow, 'permalink'>,
): Promise<number> {
  const owner = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', fields.show_id)
    .executeTakeFirstOrThrow();
  // One name for each author: it is part of /user/{user}/{episode}.
  const permalink = await freePermalink(slugify(fields.title, 'episode'), async (name) =>
    isTaken(
      database
        .selectFrom('episodes')
        .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
        .select('episode_id')
        .where('episodes.permalink', '=', name)
        .where('shows.user_id', '=', owner.user_id),
    ),
  );
  const { episode_id } = await database
    .insertInto('episodes')
    .values({ ...fields, permalink })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}

async function saveChapters(database: Database, episode_id: number, chapters: FeedChapter[]) {
  await database.deleteFrom('chapters').where('episode_id', '=', episode_id).execute();
  const byStart = new Map(chapters.map((chapter) => [chapter.starts_at, chapter]));
  if (byStart.size === 0) return;
  const rows = [...byStart.values()].map((chapter) => ({ episode_id, ...chapter }));
  await database.insertInto('chapters').values(rows).execute();
}

/** The name itself, or the first free one of name-2, name-3, … */
async function freePermalink(
  name: string,
  isUsed: (name: string) => Promise<boolean>,
): Promise<string> {
  let candidate = name;
  for (let count = 2; await isUsed(candidate); count++) candidate = `${name}-${count}`;
  return candidate;
}

async function isTaken(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
