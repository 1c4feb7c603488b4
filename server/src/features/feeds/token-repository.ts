import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const SHOWN = ['token_id', 'name', 'created_at', 'last_used_at'] as const;

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export interface TokenRange {
  showId: number;
  /** The last token of the previous page. */
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

export async function findOwner(database: Database, showId: number): Promise<number> {
  const { user_id } = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  return user_id;
}
