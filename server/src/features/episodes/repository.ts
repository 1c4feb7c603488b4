import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ChapterTable } from '../../platform/database/tables.ts';

/** A place in a list that is ordered by publication, newest first, and then by id. */
export type Position = [publishedAt: string, episodeId: number];

export type ChapterRow = Omit<ChapterTable, 'episode_id'>;

function selectFromEpisodes(database: Database) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .leftJoin('media as audio', 'audio.media_id', 'episodes.media_id')
    .leftJoin('media as image', (join) =>
      join.on('image.media_id', '=', sql`coalesce(episodes.image_id, shows.image_id)`),
    );
}

const BRIEF = [
  'episodes.episode_id',
  'episodes.show_id',
  'episodes.title',
  'episodes.permalink',
  'episodes.published_at',
  'episodes.season',
  'episodes.episode_number',
  'episodes.explicit',
  'episodes.enclosure_url',
  'episodes.claimed_duration',
  'episodes.claimed_type',
  'episodes.claimed_size',
  'shows.user_id',
  'shows.title as show_title',
  'shows.permalink as show_permalink',
  'users.permalink as user_permalink',
  'audio.sha256 as audio_sha256',
  'audio.extension as audio_extension',
  'audio.mime_type as audio_type',
  'audio.file_size as audio_size',
  'audio.duration as audio_duration',
  'image.sha256 as image_sha256',
  'image.extension as image_extension',
  // To the microsecond, as a cursor needs it: a Date holds milliseconds.
  sql<string>`to_char(episodes.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
    'published_moment',
  ),
] as const;

/** All columns. The texts and chapters can be long, so lists leave them out. */
const FULL = [
  ...BRIEF,
  'episodes.description',
  sql<ChapterRow[]>`(
    select coalesce(json_agg(chapter order by chapter.starts_at), '[]')
    from (select starts_at, title, url, image_url from chapters
      where chapters.episode_id = episodes.episode_id) chapter
  )`.as('chapters'),
] as const;

export type BriefRow = Awaited<ReturnType<typeof listLatest>>[number];
export type EpisodeRow = Awaited<ReturnType<typeof listEpisodes>>[number];

export interface EpisodeRange {
  showId: number;
  /** The last episode of the page before. It may have been deleted since. */
  after: Position | null;
  limit: number;
}

function selectRange(database: Database, { showId, after, limit }: EpisodeRange) {
  const query = newestFirst(database, limit).where('episodes.show_id', '=', showId);
  if (!after) return query;
  const [publishedAt, id] = after;
  return query.where(
    sql<boolean>`(episodes.published_at, episodes.episode_id) <
      (${publishedAt}::timestamptz, ${id}::integer)`,
  );
}

function newestFirst(database: Database, limit: number) {
  return selectFromEpisodes(database)
    .orderBy('episodes.published_at', 'desc')
    .orderBy('episodes.episode_id', 'desc')
    .limit(limit);
}

export function listEpisodes(database: Database, range: EpisodeRange) {
  return selectRange(database, range).select(FULL).execute();
}

export function listBriefs(database: Database, range: EpisodeRange) {
  return selectRange(database, range).select(BRIEF).execute();
}

export function listLatest(database: Database, limit: number) {
  return newestFirst(database, limit).select(BRIEF).execute();
}

export async function findEpisode(database: Database, id: number): Promise<EpisodeRow | null> {
  const row = await selectFromEpisodes(database)
    .select(FULL)
    .where('episode_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function findEpisodeByPermalink(
  database: Database,
  userPermalink: string,
  permalink: string,
): Promise<EpisodeRow | null> {
  const row = await selectFromEpisodes(database)
    .select(FULL)
    .where('users.permalink', '=', userPermalink)
    .where('episodes.permalink', '=', permalink)
    .executeTakeFirst();
  return row ?? null;
}
