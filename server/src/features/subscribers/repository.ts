import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export function findToken(database: Database, tokenHash: Buffer) {
  return database
    .selectFrom('feed_tokens')
    .select(['token_id', 'show_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Records the use of the token, to the minute, because apps request often. */
export async function touchToken(database: Database, tokenId: number): Promise<void> {
  await database
    .updateTable('feed_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_id', '=', tokenId)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute();
}

/** The stored audio of an episode in the private feed of this show. */
export function findAudio(
  database: Database,
  { showId, episodeId }: { showId: number; episodeId: number },
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select([
      'media.sha256',
      'media.extension',
      'media.mime_type as mimeType',
      'episodes.title',
      'shows.title as showTitle',
    ])
    .where('episodes.episode_id', '=', episodeId)
    .where('episodes.show_id', '=', showId)
    .where('episodes.type', '=', 'RECORDED')
    .where(isForSubscribers)
    .executeTakeFirst();
}

/** The key of an episode in the private feed of this show. Null for one that needs none. */
export function findKey(
  database: Database,
  { showId, episodeId }: { showId: number; episodeId: number },
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select('access_key')
    .where('episodes.episode_id', '=', episodeId)
    .where('episodes.show_id', '=', showId)
    .where(isForSubscribers)
    .executeTakeFirst();
}

/** True for an episode that holders of a feed token may hear. */
export const isForSubscribers = sql<boolean>`(episodes.deleted_at is null and shows.deleted_at is null
  and episodes.state in ('published', 'live', 'private'))`;
