import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { notBlocked, showsEditedBy } from '../policy/policy.ts';

export interface InboxRange {
  userId: number;
  /** Only episodes with messages that this user has not read. */
  isUnread: boolean;
  /** Id of the newest message of the previous episode. */
  before: number | null;
  limit: number;
}

export interface InboxRow {
  episode_id: number;
  last_message_id: number;
  total: number;
  unread: number;
}

/** Administrators get the messages of their own episodes only, like other authors. */
const asAuthor = (userId: number): Viewer => ({ userId, isAdmin: false });

/** All messages of the episodes that this user edits, without those of blocked users. */
function selectMessages(database: Database, userId: number) {
  return database
    .selectFrom('messages')
    .innerJoin('episodes', 'episodes.episode_id', 'messages.episode_id')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .where('episodes.deleted_at', 'is', null)
    .where('shows.deleted_at', 'is', null)
    .where('episodes.show_id', 'in', showsEditedBy(userId))
    .where(notBlocked(asAuthor(userId), sql.ref('messages.user_id')));
}

const isUnreadBy = (userId: number) =>
  sql<boolean>`(messages.user_id is distinct from ${userId} and not exists (
    select from message_reads as read
    where read.message_id = messages.message_id and read.user_id = ${userId}))`;

/** The episode with the newest message first. */
export function listInbox(
  database: Database,
  { userId, isUnread, before, limit }: InboxRange,
): Promise<InboxRow[]> {
  const last = sql<number>`max(message_id)`;
  const unread = sql<number>`count(*) filter (where ${isUnreadBy(userId)})::int`;
  return selectMessages(database, userId)
    .select([
      'messages.episode_id',
      last.as('last_message_id'),
      sql<number>`count(*)::int`.as('total'),
      unread.as('unread'),
    ])
    .groupBy('messages.episode_id')
    .$if(isUnread, (query) => query.having(unread, '>', 0))
    .$if(before !== null, (query) => query.having(last, '<', before))
    .orderBy('last_message_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnread(database: Database, userId: number): Promise<number> {
  const { count } = await selectMessages(database, userId)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isUnreadBy(userId))
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest messages of others about the episodes that this user edits, the newest first. */
export function listNewest(database: Database, userId: number, limit: number) {
  return database
    .selectFrom('messages')
    .innerJoin('episodes', 'episodes.episode_id', 'messages.episode_id')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['message_id', 'episodes.title as episode_title', 'shows.title as show_title'])
    .where('episodes.deleted_at', 'is', null)
    .where('episodes.show_id', 'in', showsEditedBy(userId))
    .where(sql<boolean>`messages.user_id is distinct from ${userId}`)
    .where(notBlocked(asAuthor(userId), sql.ref('messages.user_id')))
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
}
