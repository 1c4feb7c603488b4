import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../platform/http/actor.ts';

// Conditions for queries on `episodes` and `shows`. They are part of the policy because lists cannot check it for
// every row.

/** True unless one of the two has blocked the other. Administrators see all users. */
export function notBlocked(
  { userId, isAdmin }: Viewer,
  otherUserId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (userId === null || isAdmin) return sql<boolean>`true`;
  return sql<boolean>`not exists (
    select from blocks where (blocker_id = ${userId} and blocked_id = ${otherUserId})
      or (blocker_id = ${otherUserId} and blocked_id = ${userId}))`;
}

/** True for the owner and the editors of a show, and for administrators. */
export function isEditor({ userId, isAdmin }: Viewer): RawBuilder<boolean> {
  if (isAdmin) return sql<boolean>`true`;
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`(shows.user_id = ${userId} or exists (
    select from show_members as member
    where member.show_id = shows.show_id and member.user_id = ${userId}))`;
}

/**
 * The ids of the shows that a user edits: their own and those of others. Administrators get no more than other authors.
 */
export function showsEditedBy(userId: number): RawBuilder<number> {
  return sql<number>`(select shows.show_id from shows where shows.show_id in (
      select show_id from shows where user_id = ${userId}
      union select show_id from show_members where user_id = ${userId})
    and ${isShowListed({ userId, isAdmin: false })})`;
}

/** True for a show in lists. */
export function isShowListed(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(shows.deleted_at is null and ${notBlocked(viewer, sql.ref('shows.user_id'))})`;
}

/** True for an episode in lists. */
export function isListed(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(episodes.is_listed and ${isShowListed(viewer)})`;
}

/**
 * True for an episode that opens at its own address: including an unlisted one, a private one with its key, and for
 * editors every one.
 */
export function isReadable(viewer: Viewer, key: string | null = null): RawBuilder<boolean> {
  return sql<boolean>`(episodes.deleted_at is null and shows.deleted_at is null and (
    ${isEditor(viewer)} or (${notBlocked(viewer, sql.ref('shows.user_id'))} and (
      episodes.state in ('published', 'live', 'unlisted')
      or (episodes.state = 'private' and episodes.access_key = ${key})))))`;
}
