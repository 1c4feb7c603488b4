import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const SHOWN = ['token_id', 'name', 'created_at', 'last_used_at'] as const;

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export interface TokenRange {
  showId: number;
  /** The token before the part. */
  after: number | null;
  offset: number;
  limit: number;
}

/** The tokens of a show, the newest first. */
export function listTokens(database: Database, { showId, after, offset, limit }: TokenRange) {
  const query = database
    .selectFrom('feed_tokens')
    .select(SHOWN)
    .where('show_id', '=', showId)
    .orderBy('token_id', 'desc')
    .offset(offset)
    .limit(limit);
  return (after === null ? query : query.where('token_id', '<', after)).execute();
}

export async function countTokens(database: Database, showId: number): Promise<number> {
  const { count } = await database
    .selectFrom('feed_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertToken(
  database: Database,
  token: { show_id: number; name: string; token_hash: Buffer },
): Promise<TokenRow> {
  return database
    .insertInto('feed_tokens')
    .values(token)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** False if the show has no such token. */
export async function deleteToken(
  database: Database,
  { showId, tokenId }: { showId: number; tokenId: number },
): Promise<boolean> {
  const row = await database
    .deleteFrom('feed_tokens')
    .where('show_id', '=', showId)
    .where('token_id', '=', tokenId)
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findToken(database: Database, tokenHash: Buffer) {
  return database
    .selectFrom('feed_tokens')
    .select(['token_id', 'show_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Notes that the token was used. To the minute, because apps ask often. */
export async function touchToken(database: Database, tokenId: number): Promise<void> {
  await database
    .updateTable('feed_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_id', '=', tokenId)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute();
}

/** The stored audio of an episode that the private feed of this show lists. */
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

/** True for an episode that holders of a feed token may hear. */
export const isForSubscribers = sql<boolean>`(episodes.deleted_at is null and shows.deleted_at is null
  and episodes.state in ('published', 'live', 'private'))`;
