import type { TokenScope } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export async function touchProgramToken(database: Database, tokenId: number): Promise<void> {
  await database
    .updateTable('access_tokens')
    .set({ last_used_at: sql`now()` })
    .where('token_id', '=', tokenId)
    .execute();
}

const SHOWN = ['token_id', 'name', 'scope', 'created_at', 'last_used_at'] as const;

export type TokenRow = Awaited<ReturnType<typeof listProgramTokens>>[number];

export function listProgramTokens(database: Database, userId: number) {
  return database
    .selectFrom('access_tokens')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .where('kind', '=', 'program')
    .orderBy('token_id', 'desc')
    .execute();
}

export function insertProgramToken(
  database: Database,
  token: { user_id: number; name: string; scope: TokenScope; token_hash: Buffer },
): Promise<TokenRow> {
  return database
    .insertInto('access_tokens')
    .values({ ...token, kind: 'program' })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** False if the user has no such token. */
export async function deleteProgramToken(
  database: Database,
  { userId, tokenId }: { userId: number; tokenId: number },
): Promise<boolean> {
  const row = await database
    .deleteFrom('access_tokens')
    .where('token_id', '=', tokenId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'program')
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the tokens of a user: those for programs, and those for playback. */
export async function deleteTokens(database: Database, userId: number): Promise<void> {
  await database.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
