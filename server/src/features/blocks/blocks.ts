import { API_ROUTES, type Ban, buildPath, type User } from 'earshot/contract';
import type { EndingAccount, ReadDeps, WriteDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, ANONYMOUS } from '../../platform/http/actor.ts';
import type { ListRequest, PagerAnswer } from '../../platform/http/list-page.ts';
import { readPairList } from '../../platform/http/pair-list.ts';
import { readId } from '../../platform/http/read-id.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { dropFollows, endFollowsBetween, lockPair } from '../follows/follows.ts';
import { endMembershipsBetween } from '../members/members.ts';
import { findUserId, getUser, getUsers } from '../users/users.ts';
import * as repository from './repository.ts';

/** Two users, each by id or permalink. */
export interface NamedBlock {
  blocker: string;
  blocked: string;
}

/**
 * Blocks a user, even one who has blocked the blocker. All follows between the two end, and neither edits the shows of
 * the other any longer. A second block changes nothing.
 * @throws AppError USER_UNAVAILABLE, and INVALID_REQUEST for the blocker's own account
 */
export async function block(
  { database, answers }: WriteDeps,
  { blocker, blocked }: NamedBlock,
  actor: Actor,
): Promise<Ban> {
  const blockerId = await findUserId(database, blocker, actor);
  const blockedId = await findUserId(database, blocked);
  if (blockerId === blockedId) throw invalid('blocked_permalink', 'block_yourself');
  await database.transaction().execute(async (transaction) => {
    await lockPair(transaction, blockerId, blockedId);
    await repository.insertBlock(transaction, { blockerId, blockedId });
    await endFollowsBetween(transaction, blockerId, blockedId);
    await endMembershipsBetween(transaction, blockerId, blockedId);
  });
  dropFollows(answers, blockerId, blockedId);
  return { banned_id: blockedId };
}

/** Ends a block, even of a deleted user. Follows that the block has ended do not come back. */
export async function unblock(
  database: Database,
  { blocker, blocked }: NamedBlock,
  actor: Actor,
): Promise<void> {
  const blockerId = await findUserId(database, blocker, actor);
  const blockedId = readId(blocked) ?? (await findUserId(database, blocked));
  await repository.deleteBlock(database, { blockerId, blockedId });
}

/**
 * One page of the users whom a user has blocked, the latest first.
 * @throws AppError USER_UNAVAILABLE, or for a malformed cursor
 */
export async function listBlocks(
  deps: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<User>> {
  const { database, config, viewer } = deps;
  const userId = await findUserId(database, user, viewer);
  return readPairList(database, repository.blocksOf(userId), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, 'blocks', { user_permalink: user }),
    // In their public form, because they are hidden from the blocker.
    read: (ids) => getUsers({ ...deps, viewer: ANONYMOUS }, ids),
    idOf: (user) => user.user_id,
  });
}

/** A user whom the viewer has blocked, in public form. Null for all other viewers. */
export async function getBlockedUser(deps: ReadDeps, name: string): Promise<User | null> {
  const { database, viewer = ANONYMOUS } = deps;
  if (viewer.userId === null) return null;
  const user = await getUser({ ...deps, viewer: ANONYMOUS }, name);
  if (!user) return null;
  const block = { blockerId: viewer.userId, blockedId: user.user_id };
  return (await repository.hasBlock(database, block)) ? user : null;
}

/** Removes a user's blocks, in both directions. For the end of an account. */
export function removeBlocks({ transaction, userId }: EndingAccount): Promise<void> {
  return repository.deleteBlocksOf(transaction, userId);
}
