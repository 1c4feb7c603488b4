import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

function selectEpisodes(database: Database) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .leftJoin('media as audio', 'audio.media_id', 'episodes.media_id')
    .leftJoin('media as image', (join) =>
      join.on('image.media_id', '=', sql`coalesce(episodes.image_id, shows.image_id)`),
    )
    .selectAll('episodes')
    .select([
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
    ]);
}

export type EpisodeRow = Awaited<ReturnType<typeof listLatest>>[number];

export interface EpisodePage {
  showId: number;
  /** Id of the last episode of the page before. */
  cursor: number | null;
  limit: number;
}

/** Newest first; by the id where two came out at the same moment. */
export function listEpisodes(database: Database, { showId, cursor, limit }: EpisodePage) {
  let query = selectEpisodes(database).where('episodes.show_id', '=', showId);
  if (cursor !== null) {
    query = query.where(
      sql<boolean>`(episodes.published_at, episodes.episode_id) <
        (select published_at, episode_id from episodes where episode_id = ${cursor})`,
    );
  }
  return query
    .orderBy('episodes.published_at', 'desc')
    .orderBy('episodes.episode_id', 'desc')
    .limit(limit)
    .execute();
}

export function listLatest(database: Database, limit: number) {
  return selectEpisodes(database)
    .orderBy('episodes.published_at', 'desc')
    .orderBy('episodes.episode_id', 'desc')
    .limit(limit)
    .execute();
}

export async function findEpisode(database: Database, id: number): Promise<EpisodeRow | null> {
  const row = await selectEpisodes(database).where('episode_id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findEpisodeByPermalink(
  database: Database,
  userPermalink: string,
  permalink: string,
): Promise<EpisodeRow | null> {
  const row = await selectEpisodes(database)
    .where('users.permalink', '=', userPermalink)
    .where('episodes.permalink', '=', permalink)
    .executeTakeFirst();
  return row ?? null;
}

export function listChapters(database: Database, episodeIds: number[]) {
  if (episodeIds.length === 0) return Promise.resolve([]);
  return database
    .selectFrom('chapters')
    .selectAll()
    .where('episode_id', 'in', episodeIds)
    .orderBy('starts_at')
    .execute();
}
