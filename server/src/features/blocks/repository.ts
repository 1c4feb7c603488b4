import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PairList } from '../../platform/database/pairs.ts';

export interface Block {
  blockerId: number;
  blockedId: number;
}

export async function insertBlock(
  database: Database,
  { blockerId, blockedId }: Block,
): Promise<void> {
  await database
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBlock(
  database: Database,
  { blockerId, blockedId }: Block,
): Promise<void> {
  await database
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
}

export async function hasBlock(
  database: Database,
  { blockerId, blockedId }: Block,
): Promise<boolean> {
  const row = await database
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBlocksOf(database: Database, userId: number): Promise<void> {
  await database
    .deleteFrom('blocks')
    .where((where) =>
      where.or([where('blocker_id', '=', userId), where('blocked_id', '=', userId)]),
    )
    .execute();
}

export function blocksOf(userId: number): PairList {
  return {
    table: 'blocks',
    of: 'blocker_id',
    id: userId,
    lists: 'blocked_id',
    visible: sql<boolean>`exists (
      select from users where users.user_id = pair.blocked_id and users.deleted_at is null)`,
  };
}
