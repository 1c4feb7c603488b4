import type { MemberDifferences } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isFollowed } from '../follows/follows.ts';
import { isLiked } from '../likes/likes.ts';

/**
 * How a page looks to a member. Null if the member sees more or less than most: administrators, people who edit shows, people
 * with blocks, people whose comments are on the page, and, on pages with news, people who follow something.
 */
export async function findMemberView(
  database: Database,
  { userId, isAdmin }: Viewer,
  { mark, people, hasNews }: MemberDifferences,
) {
  if (userId === null || isAdmin || people.includes(userId)) return null;
  const [isSpecial, isMarked] = await Promise.all([
    findSpecial(database, userId, hasNews),
    mark ? isMarkedBy(database, userId, mark) : false,
  ]);
  return isSpecial ? null : { isMarked };
}

async function findSpecial(database: Database, userId: number, hasNews: boolean): Promise<boolean> {
  const { rows } = await sql<{ special: boolean }>`
    select exists (select from blocks where blocker_id = ${userId} or blocked_id = ${userId})
      or exists (select from shows where user_id = ${userId})
      or exists (select from show_members where user_id = ${userId})
      or (${hasNews} and (
        exists (select from favorites where user_id = ${userId})
        or exists (select from followings where follower_id = ${userId}))) as special
  `.execute(database);
  return rows[0]?.special === true;
}

/** Whether a user likes an episode, or follows a show or a user. */
export function isMarkedBy(
  database: Database,
  userId: number,
  { kind, id }: NonNullable<MemberDifferences['mark']>,
): Promise<boolean> {
  return kind === 'episode'
    ? isLiked(database, { userId, episodeId: id })
    : isFollowed(database, { kind, followerId: userId, followedId: id });
}
